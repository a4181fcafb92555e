# One command for all x86-64: it holds the whole program once for every level in
# LAATTA_LEVELS, and src/start/start.c runs the copy that suits the processor. A copy
# is one object, all its symbols local but its main function, so that the sources
# know nothing of it and every loop gains, not only those somebody thought of.
# Constructors of a copy wait in a section of their own until it is chosen.
laatta_sources(start_sources start)
set(copies)
set(level_list)
foreach(level ${LAATTA_LEVELS})
  string(REPLACE "-" "_" name ${level})
  set(games laatta) # the libraries are compiled for the lowest level already
  set(lab laatta-lab)
  if(NOT level STREQUAL "x86-64")
    set(games games_${name})
    set(lab lab_${name})
    add_library(${games} OBJECT ${games_sources})
    add_library(${lab} OBJECT ${lab_sources})
    foreach(part ${games} ${lab})
      set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
      target_compile_options(${part} PRIVATE -fno-semantic-interposition)
    endforeach()
    if(LAATTA_SHARED)
      # The shared libraries of this level, where the loader looks for them (ld.so(8)).
      laatta_shared(shared_${name} $<TARGET_OBJECTS:${games}> $<TARGET_OBJECTS:${lab}>)
      foreach(library shared_${name} shared_${name}-lab)
        set_target_properties(${library} PROPERTIES
          LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/glibc-hwcaps/${level})
      endforeach()
      list(APPEND LAATTA_LEVELS_SHARED ${level})
    endif()
  endif()
  add_library(copy_${name} OBJECT ${command_sources})
  set(objects $<TARGET_OBJECTS:copy_${name}> $<TARGET_OBJECTS:${games}> $<TARGET_OBJECTS:${lab}>)
  foreach(part ${games} ${lab} copy_${name})
    if(NOT part MATCHES "^laatta")
      target_link_libraries(${part} PRIVATE laatta_flags Threads::Threads PkgConfig::JANSSON
        ${LAATTA_FACE_TARGETS} ${LAATTA_DRIVER_TARGETS})
      set_target_properties(${part} PROPERTIES LAATTA_LEVEL ${level})
      add_dependencies(${part} build_info)
    endif()
    target_compile_definitions(${part} PRIVATE LAATTA_LEVEL_NAME="${level}")
  endforeach()
  set(copy ${CMAKE_BINARY_DIR}/copy_${name}.o)
  add_custom_command(OUTPUT ${copy}
    COMMAND ${CMAKE_LINKER} -r -o ${copy} ${objects}
    COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=main ${copy}
    COMMAND ${CMAKE_OBJCOPY} --redefine-sym main=main_${name}
            --rename-section .init_array=init_${name} ${copy}
    DEPENDS ${objects} COMMAND_EXPAND_LISTS
    COMMENT "Joining the program for ${level}")
  set_source_files_properties(${copy} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  list(APPEND copies ${copy})
  string(APPEND level_list "X(${name}, \"${level}\")\n")
endforeach()
file(CONFIGURE OUTPUT ${LAATTA_GENERATED}/levels.inc CONTENT "${level_list}" @ONLY)
add_executable(laatta_command ${start_sources} ${copies})
target_link_libraries(laatta_command PRIVATE laatta_flags Threads::Threads m ${LAATTA_DRIVER_TARGETS})
