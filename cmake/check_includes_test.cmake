# The include check must be able to fail: one tree that keeps the rules, one that breaks them. -DSCRATCH=<a folder to make and remove>
cmake_minimum_required(VERSION 3.25)
set(tree ${SCRATCH})
file(REMOVE_RECURSE ${tree})
file(WRITE ${tree}/rooms.txt "low|low|\nhigh|high|low\n")
file(WRITE ${tree}/low/a.h "#include <string>\n")
file(WRITE ${tree}/high/b.cpp "#include \"low/a.h\"\n")
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${tree} -DROOMS=${tree}/rooms.txt
  -P ${CMAKE_CURRENT_LIST_DIR}/check_includes.cmake RESULT_VARIABLE kept OUTPUT_QUIET ERROR_QUIET)
file(WRITE ${tree}/low/c.cpp "#include \"high/b.h\"\n")
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${tree} -DROOMS=${tree}/rooms.txt
  -P ${CMAKE_CURRENT_LIST_DIR}/check_includes.cmake RESULT_VARIABLE broken OUTPUT_QUIET ERROR_QUIET)
file(REMOVE_RECURSE ${tree})
if(NOT kept EQUAL 0 OR broken EQUAL 0)
  message(FATAL_ERROR "include check: kept=${kept} (want 0), broken=${broken} (want non-zero)")
endif()
