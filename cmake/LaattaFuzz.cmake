# The fuzz targets: fuzz/fuzz_NAME.c each. What of the faces reads strangers' bytes
# comes from archives of its own; the page's engine, compiled natively, has names that
# jansson has too, so only its own target sees it.
file(GLOB http CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/http/*.c ${CMAKE_SOURCE_DIR}/src/engine/*.c)
add_library(fuzz_faces STATIC ${http} ${CMAKE_SOURCE_DIR}/src/tui/tui_scores.c)
target_link_libraries(fuzz_faces PUBLIC laatta-lab laatta_flags PkgConfig::JANSSON PkgConfig::PART_HTTP ${LAATTA_GZIP_TARGET})
file(GLOB engine CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/wasm/*.c)
add_library(fuzz_page STATIC ${engine})
target_link_libraries(fuzz_page PUBLIC laatta-lab laatta_flags)
target_compile_options(fuzz_page PUBLIC -Wno-unknown-attributes)
target_compile_definitions(fuzz_page PRIVATE LAATTA_VERSION="${PROJECT_VERSION}")

# The fuzzer follows what an input decides. Filling tables for a player or walking through
# a pattern table compares numbers millions of times, each of which it would note; it is
# told nothing of them. The sanitizers watch them all the same.
file(GLOB computing CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/twenty48/eval/*.c
  ${CMAKE_SOURCE_DIR}/src/twenty48/search/*.c ${CMAKE_SOURCE_DIR}/src/twenty48/playout/*.c)
foreach(name twenty48/board twenty48/grid twenty48/net/net_walls npuzzle/pdb/pdb_space npuzzle/pdb/pdb_walk)
  list(APPEND computing ${CMAKE_SOURCE_DIR}/src/${name}.c)
endforeach()
set_property(SOURCE ${computing} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=fuzzer-no-link)

add_custom_target(fuzz_targets)
file(GLOB targets CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/fuzz/fuzz_*.c)
foreach(target ${targets})
  get_filename_component(name ${target} NAME_WE)
  add_executable(${name} ${target})
  if(name STREQUAL "fuzz_engine")
    target_link_libraries(${name} PRIVATE fuzz_page)
  else()
    target_link_libraries(${name} PRIVATE fuzz_faces)
  endif()
  target_link_libraries(${name} PRIVATE laatta-lab laatta_flags)
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  add_dependencies(fuzz_targets ${name})
endforeach()
