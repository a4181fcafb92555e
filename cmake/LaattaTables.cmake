# laatta_table(TABLE DIRECTORY PREFIX TYPE OBJECT): writes TABLE.inc, which declares
# the const TYPE OBJECT_NAME of every file DIRECTORY/PREFIX_NAME.c and defines
# TABLE, an array of pointers to them in alphabetical order with a NULL at its end, and
# TABLE_count; nobody keeps a list by hand. What matches the regular expression LAATTA_LEFT_OUT is not built, and
# in no table.
set(LAATTA_GENERATED ${CMAKE_BINARY_DIR}/generated)

function(laatta_table table directory prefix type object)
  file(GLOB found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${directory}/${prefix}_*.c)
  if(LAATTA_LEFT_OUT)
    list(FILTER found EXCLUDE REGEX ${LAATTA_LEFT_OUT})
  endif()
  list(SORT found)
  set(declared "/* Made from the names of ${directory}/${prefix}_*.c */\n")
  set(entries "")
  foreach(file ${found})
    get_filename_component(name ${file} NAME_WE)
    string(REGEX REPLACE "^${prefix}_" "" name ${name})
    string(APPEND declared "extern const ${type} ${object}_${name};\n")
    string(APPEND entries "    &${object}_${name},\n")
  endforeach()
  list(LENGTH found count)
  set(content "${declared}static const ${type} *const ${table}[] = {\n${entries}    NULL};\nenum { ${table}_count = ${count} };\n")
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
