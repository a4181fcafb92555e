# The libraries for other programs: static and shared from the same objects, which are
# position-independent and show only what is marked LT_API. Calls inside a library are
# bound to itself, so the shared form is as fast as the static one.
#
# laatta_shared(NAME OBJECTS...): the shared laatta and laatta-lab, as targets NAME and
# NAME-lab, from the objects of the games and of the lab.
foreach(library laatta laatta-lab)
  set_target_properties(${library} PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden LAATTA_TYPES ON)
  target_compile_options(${library} PRIVATE -fno-semantic-interposition)
  target_include_directories(${library} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()

function(laatta_shared name games lab)
  add_library(${name} SHARED ${games})
  target_link_libraries(${name} PRIVATE laatta_flags Threads::Threads m)
  add_library(${name}-lab SHARED ${lab})
  # What the lab needs of base and is no part of the interface comes from the archive, as
  # a copy of its own; everything that is public comes from the shared library.
  target_link_libraries(${name}-lab PRIVATE laatta_flags ${name} laatta PkgConfig::JANSSON
    ${LAATTA_DRIVER_TARGETS} Threads::Threads m)
  target_link_options(${name}-lab PRIVATE -Wl,--exclude-libs,liblaatta.a)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME laatta)
  # A program that was told where the lab lies need not know where the games do.
  set_target_properties(${name}-lab PROPERTIES OUTPUT_NAME laatta-lab INSTALL_RPATH "$ORIGIN")
  foreach(library ${name} ${name}-lab)
    target_link_options(${library} PRIVATE -Wl,-Bsymbolic-functions)
    target_include_directories(${library} INTERFACE
      $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    set_target_properties(${library} PROPERTIES LINKER_LANGUAGE C
      SOVERSION ${LAATTA_INTERFACE} VERSION ${LAATTA_INTERFACE}.${PROJECT_VERSION})
  endforeach()
endfunction()

if(LAATTA_SHARED)
  laatta_shared(shared $<TARGET_OBJECTS:laatta> $<TARGET_OBJECTS:laatta-lab>)
endif()
