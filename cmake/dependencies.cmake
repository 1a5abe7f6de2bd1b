# Third-party code, all of it from distribution packages (scripts/packages.txt names them).
find_package(PkgConfig REQUIRED)
pkg_check_modules(uv REQUIRED IMPORTED_TARGET libuv)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
find_package(Boost REQUIRED) # headers only: Boost.Math
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
find_package(benchmark REQUIRED)
if(HOTLAP_TESTS)
  find_package(GTest REQUIRED)
endif()

# Debian ships llhttp as generated C beside Node's package; it is compiled here as one target, without our warnings.
find_path(LLHTTP_SOURCE llhttp.c PATHS /usr/share/llhttp REQUIRED NO_DEFAULT_PATH)
find_path(LLHTTP_INCLUDE llhttp.h PATHS /usr/share/include/llhttp REQUIRED NO_DEFAULT_PATH)
add_library(llhttp STATIC ${LLHTTP_SOURCE}/llhttp.c ${LLHTTP_SOURCE}/api.c ${LLHTTP_SOURCE}/http.c)
target_include_directories(llhttp SYSTEM PUBLIC ${LLHTTP_INCLUDE})
target_compile_options(llhttp PRIVATE -O3 -w)
