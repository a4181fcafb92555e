# WebAssembly with Debian's clang, wasm-ld and wasi-libc. The linker is called
# itself: the compiler's driver would run an optimiser that may not suit its
# output. The stack lies first, so that an overflow traps instead of writing
# over the globals.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH /usr/lib/wasm32-wasi)

find_program(LAATTA_WASM_LD NAMES wasm-ld wasm-ld-19 wasm-ld-18 wasm-ld-17 wasm-ld-16 wasm-ld-15 wasm-ld-14
             NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(LAATTA_WASI_LIB /usr/lib/wasm32-wasi)
execute_process(COMMAND clang --target=wasm32-wasi -print-resource-dir
                OUTPUT_VARIABLE resource_dir OUTPUT_STRIP_TRAILING_WHITESPACE)
file(GLOB LAATTA_WASM_BUILTINS
     ${resource_dir}/lib/wasi/libclang_rt.builtins-wasm32.a
     ${resource_dir}/lib/wasm32-unknown-wasi/libclang_rt.builtins.a)
set(CMAKE_C_LINK_EXECUTABLE
    "${LAATTA_WASM_LD} --entry _initialize --stack-first -z stack-size=1048576 --gc-sections --strip-all --lto-O2 \
-L${LAATTA_WASI_LIB} ${LAATTA_WASI_LIB}/crt1-reactor.o <OBJECTS> <LINK_LIBRARIES> -lwasi-emulated-mman \
-lwasi-emulated-getpid -lm -lc ${LAATTA_WASM_BUILTINS} -o <TARGET>")
