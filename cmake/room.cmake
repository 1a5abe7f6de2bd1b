# A room is a folder, a namespace and a target. hotlap_room() declares one; what it may include is data, checked by a test.

add_library(hotlap_options INTERFACE)
target_include_directories(hotlap_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(hotlap_options INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
  -Wno-missing-field-initializers) # designated initialisers name what differs from the default
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 at -O3 takes "text" + std::string for an overlapping copy (its bug 105651).
  target_compile_options(hotlap_options INTERFACE $<$<CONFIG:Release>:-Wno-restrict>)
endif()
if(HOTLAP_WERROR)
  target_compile_options(hotlap_options INTERFACE -Werror)
endif()
if(HOTLAP_SANITIZE)
  # On every target, so that a sanitized library is never linked into a program without the runtime.
  add_compile_options(-fsanitize=${HOTLAP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HOTLAP_SANITIZE})
endif()

set_property(GLOBAL PROPERTY HOTLAP_ROOMS "")

# hotlap_room(<target> [MAY_INCLUDE room...] [LINK library...])
#   Sources are the folder's *.cpp, tests its *_test.cpp, the program its main.cpp (target <target>_main, left to the caller).
#   A room of headers only becomes an INTERFACE library.
function(hotlap_room name)
  cmake_parse_arguments(ROOM "" "" "MAY_INCLUDE;LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "(_test|_bench|/main)\\.cpp$")
  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC hotlap_options ${ROOM_MAY_INCLUDE} ${ROOM_LINK})
    if(name IN_LIST HOTLAP_BATCHED)
      # What one file of a batch shadows of another is no mistake; each file alone is checked by the other builds.
      set_target_properties(${name} PROPERTIES UNITY_BUILD ON
        UNITY_BUILD_CODE_BEFORE_INCLUDE "#pragma GCC diagnostic ignored \"-Wshadow\"")
    endif()
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE hotlap_options ${ROOM_MAY_INCLUDE} ${ROOM_LINK})
  endif()
  if(HOTLAP_TESTS AND tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE ${name} GTest::gmock GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE HOTLAP_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                                    HOTLAP_BUILD_DIR="${PROJECT_BINARY_DIR}")
    add_test(NAME ${name} COMMAND ${name}_test WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES TIMEOUT 600) # against hanging, not against a slow machine
  endif()
  file(GLOB benches CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_bench.cpp)
  if(benches)
    hotlap_bench(${name} ${benches})
  endif()
  hotlap_room_rule(${name} ${ROOM_MAY_INCLUDE})
endfunction()

# hotlap_bench(<room> source...): the room's micro benchmarks, <room>_bench. The tests build it and run each row for a moment;
# the release tree builds it when asked for by name.
function(hotlap_bench name)
  add_executable(${name}_bench ${ARGN})
  target_link_libraries(${name}_bench PRIVATE ${name} benchmark::benchmark_main)
  set_target_properties(${name}_bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/micro)
  if(HOTLAP_TESTS)
    add_test(NAME ${name}.bench COMMAND ${name}_bench --benchmark_min_time=0.0001)
    set_tests_properties(${name}.bench PROPERTIES TIMEOUT 600)
  else()
    set_target_properties(${name}_bench PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# hotlap_room_rule(<target> [room...]): records what this folder may include.
function(hotlap_room_rule name)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE ";" "," allowed "${ARGN}")
  set_property(GLOBAL APPEND PROPERTY HOTLAP_ROOMS "${name}|${folder}|${allowed}")
endfunction()

# Writes the rules for the test that refuses every other include.
function(hotlap_finish_rooms)
  get_property(rooms GLOBAL PROPERTY HOTLAP_ROOMS)
  string(REPLACE ";" "\n" text "${rooms}")
  file(WRITE ${PROJECT_BINARY_DIR}/rooms.txt "${text}\n")
  if(HOTLAP_TESTS)
    add_test(NAME house_includes COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR}
      -DROOMS=${PROJECT_BINARY_DIR}/rooms.txt -P ${PROJECT_SOURCE_DIR}/cmake/check_includes.cmake)
    add_test(NAME house_includes_refuses COMMAND ${CMAKE_COMMAND}
      -DSCRATCH=${PROJECT_BINARY_DIR}/check_includes_test -P ${PROJECT_SOURCE_DIR}/cmake/check_includes_test.cmake)
  endif()
endfunction()
