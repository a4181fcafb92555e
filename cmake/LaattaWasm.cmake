# The engine as WebAssembly, and the page that carries it: the same library
# sources with the face src/wasm in front, and no thread, file or terminal.
set(library_sources)
foreach(room base twenty48 npuzzle wasm)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${room}/*.c)
  list(APPEND library_sources ${found})
endforeach()
list(FILTER library_sources EXCLUDE REGEX ${LAATTA_LEFT_OUT})

# xxhash is one header; the rest of the system's headers must stay out of sight.
find_file(LAATTA_XXHASH xxhash.h PATHS /usr/include /usr/local/include NO_DEFAULT_PATH REQUIRED)
set(wasm_include ${CMAKE_BINARY_DIR}/include)
configure_file(${LAATTA_XXHASH} ${wasm_include}/xxhash.h COPYONLY)

# Networks that travel inside, by the name that a player looks for, and room for those
# that are brought: the full one from a server, others by the bench.
find_program(LAATTA_NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(nets ${CMAKE_SOURCE_DIR}/data/nets)
set(carried 4x4.net=${nets}/4x4-page.net 4x4-page.net=${nets}/4x4-page.net 3x3.net=${nets}/3x3.net
    4x4-full.net= 4x4-small.net= 2x4.net=)
set(carried_files ${nets}/4x4-page.net ${nets}/3x3.net)
set(net_data ${LAATTA_GENERATED}/net_data.c)
add_custom_command(OUTPUT ${net_data}
  COMMAND ${LAATTA_NODE} ${CMAKE_SOURCE_DIR}/web/carry.mjs ${net_data} ${carried}
  DEPENDS ${carried_files} ${CMAKE_SOURCE_DIR}/web/carry.mjs)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/twenty48/net/net_find.c PROPERTIES
  COMPILE_DEFINITIONS LAATTA_NETS_INSIDE)

# What players and solvers do not wait for is made small, so that the page has room for
# the network.
set(unhurried ${library_sources})
list(FILTER unhurried INCLUDE REGEX "src/(base|wasm|twenty48/(endgame|player|sim)|npuzzle/solver)/|/(record|game|grid_notation|net_(file|find|layout)|exact_(solve|table)|expectimax_limits|evals|explore|state|notation|parity|task|resources|partition|pdb_(file|set)|construct|stages|windows|automaton|eval_lines)[.]c$")
list(FILTER unhurried EXCLUDE REGEX "/player_(ntuple|montecarlo|walls)[.]c$")
set_source_files_properties(${unhurried} PROPERTIES COMPILE_OPTIONS -Oz)

include(LaattaBuildInfo)
add_executable(engine ${library_sources} ${net_data})
add_dependencies(engine build_info)
set_target_properties(engine PROPERTIES OUTPUT_NAME laatta SUFFIX .wasm)
target_compile_options(engine PRIVATE -msimd128 -mbulk-memory -ftls-model=local-exec -fvisibility=hidden -flto)
target_compile_definitions(engine PRIVATE _WASI_EMULATED_MMAN _WASI_EMULATED_GETPID NDEBUG
                           LAATTA_VERSION="${PROJECT_VERSION}")
target_include_directories(engine SYSTEM PRIVATE ${wasm_include})
target_link_libraries(engine PRIVATE laatta_flags)

# The page: one file with everything inside.
find_program(LAATTA_NPM npm NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(web ${CMAKE_SOURCE_DIR}/web)
set(npm_stamp ${CMAKE_BINARY_DIR}/npm.stamp)
add_custom_command(OUTPUT ${npm_stamp}
  COMMAND ${LAATTA_NPM} ci --silent
  COMMAND ${CMAKE_COMMAND} -E touch ${npm_stamp}
  DEPENDS ${web}/package.json ${web}/package-lock.json
  WORKING_DIRECTORY ${web}
  COMMENT "Fetching the bundler")
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${web}/src/* ${web}/package/*)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/laatta.html
  COMMAND ${LAATTA_NODE} ${web}/build.mjs $<TARGET_FILE:engine> ${CMAKE_BINARY_DIR}/laatta.html
  DEPENDS engine ${npm_stamp} ${web}/build.mjs ${page_sources}
  COMMENT "Bundling the page")
add_custom_target(page ALL DEPENDS ${CMAKE_BINARY_DIR}/laatta.html)

# What a server gives besides: manifest, icons, the copy for when it is away.
set(site ${CMAKE_BINARY_DIR}/site)
add_custom_command(OUTPUT ${site}/share.png
  COMMAND ${LAATTA_NODE} ${web}/build-site.mjs ${site}
  DEPENDS ${web}/build-site.mjs ${web}/src/offline.js
  COMMENT "Drawing the icons")
add_custom_target(site ALL DEPENDS ${site}/share.png)

# The dashboard of the lab, which needs no engine.
file(GLOB_RECURSE lab_page_sources CONFIGURE_DEPENDS ${web}/src/lab/* ${web}/src/view/* ${web}/src/style/*)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/lab.html
  COMMAND ${LAATTA_NODE} ${web}/build-lab.mjs ${CMAKE_BINARY_DIR}/lab.html
  DEPENDS ${npm_stamp} ${web}/build-lab.mjs ${lab_page_sources}
  COMMENT "Bundling the dashboard")
add_custom_target(lab_page ALL DEPENDS ${CMAKE_BINARY_DIR}/lab.html)

# The engine for other programs in JavaScript: what `npm pack` packs.
file(GLOB package_sources CONFIGURE_DEPENDS ${web}/package/*)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/npm/package.json
  COMMAND ${LAATTA_NODE} ${web}/build-package.mjs $<TARGET_FILE:engine> ${PROJECT_VERSION} ${CMAKE_BINARY_DIR}/npm
  DEPENDS engine ${npm_stamp} ${web}/build-package.mjs ${package_sources}
  COMMENT "Making the npm package")
add_custom_target(npm_package ALL DEPENDS ${CMAKE_BINARY_DIR}/npm/package.json)
