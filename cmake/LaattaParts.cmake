# Parts that need a library of others: the drivers of databases and the faces of
# the command. What is named must be there; "auto" takes what is there and says so.
# Sets LAATTA_LEFT_OUT (sources that are not built), LAATTA_COMMAND, and what the
# parts link to and ask of pkg-config.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)

set(left_out)

# laatta_part(NAME MODULE WANTED PATTERN): finds MODULE for part NAME, or leaves out
# the sources that match PATTERN. Sets laatta_part_found.
macro(laatta_part name module wanted pattern)
  set(laatta_part_found FALSE)
  set(laatta_wanted ${wanted})
  if("${wanted}" STREQUAL "auto" OR "${name}" IN_LIST laatta_wanted)
    string(TOUPPER PART_${name} variable)
    if("${wanted}" STREQUAL "auto")
      pkg_check_modules(${variable} QUIET IMPORTED_TARGET ${module})
    else()
      pkg_check_modules(${variable} REQUIRED QUIET IMPORTED_TARGET ${module})
    endif()
    set(laatta_part_found ${${variable}_FOUND})
  endif()
  if(NOT laatta_part_found)
    message(STATUS "without ${name} (${module})")
    list(APPEND left_out "${pattern}")
  endif()
endmacro()

function(laatta_known list_name)
  foreach(part ${${list_name}})
    if(NOT part IN_LIST ARGN)
      message(FATAL_ERROR "${list_name}: \"${part}\" is not known; allowed are ${ARGN}")
    endif()
  endforeach()
endfunction()
# The drivers, each with the pkg-config module of its database's client library.
set(drivers sqlite=sqlite3 postgres=libpq mysql=libmariadb)
string(REGEX REPLACE "=[^;]*" "" driver_names "${drivers}")
laatta_known(LAATTA_DRIVERS auto none ${driver_names})
laatta_known(LAATTA_FACES auto none plain http tui)

set(LAATTA_DRIVER_TARGETS)
set(LAATTA_DRIVER_MODULES)
foreach(driver ${drivers})
  string(REPLACE "=" ";" driver ${driver})
  list(GET driver 1 module)
  list(GET driver 0 driver)
  laatta_part(${driver} ${module} "${LAATTA_DRIVERS}" "store/(driver_)?${driver}[_.]")
  if(laatta_part_found)
    string(TOUPPER ${driver} variable)
    list(APPEND LAATTA_DRIVER_TARGETS PkgConfig::PART_${variable})
    string(APPEND LAATTA_DRIVER_MODULES " ${module}")
  endif()
endforeach()

# The lab and the command read and write JSON.
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
set(LAATTA_FACE_TARGETS)
set(LAATTA_COMMAND OFF)
if(NOT LAATTA_FACES STREQUAL "none")
  set(LAATTA_COMMAND ON)
  laatta_part(http libmicrohttpd "${LAATTA_FACES}" "src/http/|cmd_(serve|web)[.]")
  if(laatta_part_found)
    list(APPEND LAATTA_FACE_TARGETS PkgConfig::PART_HTTP)
    pkg_check_modules(ZLIB QUIET IMPORTED_TARGET zlib)
    if(ZLIB_FOUND)
      set(LAATTA_GZIP_TARGET PkgConfig::ZLIB)
      list(APPEND LAATTA_FACE_TARGETS ${LAATTA_GZIP_TARGET})
    endif()
  endif()
  # Colours need no terminal library.
  laatta_part(tui ncursesw "${LAATTA_FACES}" "src/tui/tui[.]|src/tui/tui_[^c]|cmd_play[.]")
  if(laatta_part_found)
    list(APPEND LAATTA_FACE_TARGETS PkgConfig::PART_TUI)
  endif()
endif()

list(JOIN left_out "|" LAATTA_LEFT_OUT)
