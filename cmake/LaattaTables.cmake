# laatta_table(TABLE DIRECTORY PREFIX): writes TABLE.inc with a line X(NAME) for
# every file DIRECTORY/PREFIX_NAME.c, in alphabetical order. Code that needs the
# table defines X and includes the file; nobody keeps a list by hand. What matches
# the regular expression LAATTA_LEFT_OUT is not built, and in no table.
set(LAATTA_GENERATED ${CMAKE_BINARY_DIR}/generated)

function(laatta_table table directory prefix)
  file(GLOB found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${directory}/${prefix}_*.c)
  if(LAATTA_LEFT_OUT)
    list(FILTER found EXCLUDE REGEX ${LAATTA_LEFT_OUT})
  endif()
  list(SORT found)
  set(content "/* Made from the names of ${directory}/${prefix}_*.c */\n")
  foreach(file ${found})
    get_filename_component(name ${file} NAME_WE)
    string(REGEX REPLACE "^${prefix}_" "" name ${name})
    string(APPEND content "X(${name})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${LAATTA_GENERATED}/${table}.inc CONTENT "${content}" @ONLY)
endfunction()

# laatta_texts(TABLE DIRECTORY): writes TABLE.inc with a line X("NAME", "CONTENT")
# for every file DIRECTORY/NAME.txt, so that small data files travel inside the
# library, also where there is no file system.
function(laatta_texts table directory)
  file(GLOB found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${directory}/*.txt)
  list(SORT found)
  set(content "/* Made from the texts in ${directory} */\n")
  foreach(file ${found})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME_WLE)
    file(READ ${file} text)
    string(REPLACE "\n" "\\n" text "${text}")
    string(APPEND content "X(\"${name}\", \"${text}\")\n")
  endforeach()
  file(CONFIGURE OUTPUT ${LAATTA_GENERATED}/${table}.inc CONTENT "${content}" @ONLY)
endfunction()
