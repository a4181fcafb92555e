# build_info.inc: what --version and results say of the build. The commit is asked for
# at every build, and the file is written only when it changed. Who packages sources
# without their history says -DLAATTA_COMMIT=....
if(CMAKE_SCRIPT_MODE_FILE)
  if(NOT COMMIT)
    execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
      OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(failed)
      set(COMMIT "")
    else()
      execute_process(COMMAND git diff --quiet HEAD -- src include data cmake CMakeLists.txt
        WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE changed ERROR_QUIET)
      if(changed)
        string(APPEND COMMIT "+")
      endif()
    endif()
  endif()
  # The number that the tests expect; not computed here, and nobody says it was.
  file(STRINGS ${SOURCE}/tests/golden/bench.txt bench REGEX "^Bench: ")
  list(GET bench 0 bench)
  string(REGEX REPLACE "^Bench: " "" bench ${bench})
  file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "/* Made by cmake/LaattaBuildInfo.cmake */
#define LAATTA_BUILD_VERSION \"${VERSION}\"
#define LAATTA_BUILD_COMMIT \"${COMMIT}\"
#define LAATTA_BUILD_FLAGS \"${FLAGS}\"
#define LAATTA_BUILD_LEVEL \"${LEVEL}\"
#define LAATTA_BUILD_BENCH \"${bench}\"
")
  return()
endif()

set(LAATTA_COMMIT "" CACHE STRING "The commit of these sources; empty: as git says")
string(TOUPPER ${CMAKE_BUILD_TYPE} type)
list(JOIN LAATTA_CODE_FLAGS " " flags)
set(flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}} ${flags}")
set(level ${LAATTA_MARCH})
if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set(level "")
endif()
if(level) # a copy for one level of several adds its own
  string(APPEND flags " -march=${level}")
endif()
if(LAATTA_SANITIZE)
  string(APPEND flags " -fsanitize=${LAATTA_SANITIZE}")
endif()
string(STRIP "${flags}" flags)
if(NOT level)
  set(level ${CMAKE_SYSTEM_PROCESSOR})
  if(LAATTA_LEVELS)
    list(GET LAATTA_LEVELS 0 level)
  endif()
endif()
add_custom_target(build_info
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DOUTPUT=${LAATTA_GENERATED}/build_info.inc
          -DVERSION=${PROJECT_VERSION} "-DFLAGS=${flags}" -DLEVEL=${level} "-DCOMMIT=${LAATTA_COMMIT}"
          -P ${CMAKE_CURRENT_LIST_FILE}
  BYPRODUCTS ${LAATTA_GENERATED}/build_info.inc
  COMMENT "Asking for the commit" VERBATIM)
