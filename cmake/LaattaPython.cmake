# The Python module: plain Python on the shared library, and the description of its
# interface, made from the public headers (bindings/python/make_abi.py). Built if Python
# with cffi is there; the result can be tried in the build tree:
#   LAATTA_LIBRARY=build/default/liblaatta.so.1 PYTHONPATH=build/default/python python3
find_program(LAATTA_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
set(cffi_missing TRUE)
if(LAATTA_PYTHON)
  execute_process(COMMAND ${LAATTA_PYTHON} -c "import cffi" RESULT_VARIABLE cffi_missing
                  OUTPUT_QUIET ERROR_QUIET)
endif()
if(cffi_missing)
  message(STATUS "without Python (python3-cffi)")
  return()
endif()
set(source ${CMAKE_SOURCE_DIR}/bindings/python)
set(module ${CMAKE_BINARY_DIR}/python/laatta)
file(GLOB public_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/laatta/*.h)
file(GLOB files CONFIGURE_DEPENDS ${source}/laatta/*.py ${source}/laatta/py.typed)
add_custom_command(OUTPUT ${module}/_abi.py
  COMMAND ${CMAKE_COMMAND} -E copy ${files} ${module}
  COMMAND ${LAATTA_PYTHON} ${source}/make_abi.py ${CMAKE_SOURCE_DIR}/include ${module}/_abi.py ${CMAKE_C_COMPILER}
  DEPENDS ${files} ${public_headers} ${source}/make_abi.py
  COMMENT "Describing the library for Python" VERBATIM)
add_custom_target(python ALL DEPENDS ${module}/_abi.py)
file(MAKE_DIRECTORY ${module})
install(FILES ${files} ${module}/_abi.py DESTINATION lib/python3/dist-packages/laatta COMPONENT python)
