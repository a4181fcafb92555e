# laatta_table(TABLE DIRECTORY PREFIX): writes TABLE.inc with a line X(NAME) for
# every file DIRECTORY/PREFIX_NAME.c, in alphabetical order. Code that needs the
# table defines X and includes the file; nobody keeps a list by hand.
set(LAATTA_GENERATED ${CMAKE_BINARY_DIR}/generated)

function(laatta_table table directory prefix)
  file(GLOB found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${directory}/${prefix}_*.c)
  list(SORT found)
  set(content "/* Made from the names of ${directory}/${prefix}_*.c */\n")
  foreach(file ${found})
    get_filename_component(name ${file} NAME_WE)
    string(REGEX REPLACE "^${prefix}_" "" name ${name})
    string(APPEND content "X(${name})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${LAATTA_GENERATED}/${table}.inc CONTENT "${content}" @ONLY)
endfunction()
