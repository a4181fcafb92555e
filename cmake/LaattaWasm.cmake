# The engine as WebAssembly, and the page that carries it: the same library
# sources with the face src/wasm in front, and no thread, file or terminal.
set(library_sources)
foreach(room base twenty48 npuzzle wasm)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${room}/*.c)
  list(APPEND library_sources ${found})
endforeach()

# xxhash is one header; the rest of the system's headers must stay out of sight.
find_file(LAATTA_XXHASH xxhash.h PATHS /usr/include /usr/local/include NO_DEFAULT_PATH REQUIRED)
set(wasm_include ${CMAKE_BINARY_DIR}/include)
configure_file(${LAATTA_XXHASH} ${wasm_include}/xxhash.h COPYONLY)

add_executable(engine ${library_sources})
set_target_properties(engine PROPERTIES OUTPUT_NAME laatta SUFFIX .wasm)
target_compile_options(engine PRIVATE -msimd128 -mbulk-memory -ftls-model=local-exec -fvisibility=hidden)
target_compile_definitions(engine PRIVATE _WASI_EMULATED_MMAN _WASI_EMULATED_GETPID NDEBUG
                           LAATTA_VERSION="${PROJECT_VERSION}")
target_include_directories(engine SYSTEM PRIVATE ${wasm_include})
target_link_libraries(engine PRIVATE laatta_flags)
