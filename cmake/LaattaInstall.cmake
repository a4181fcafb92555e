# What is installed, in components as the packages divide it. Nothing names the prefix:
# the pkg-config files, the CMake package and the library find their things relative to
# themselves, so an installed tree can be moved.
set(dev COMPONENT development)
if(LAATTA_SHARED)
  install(TARGETS shared LIBRARY COMPONENT library NAMELINK_COMPONENT development)
  install(TARGETS shared-lab LIBRARY COMPONENT lab NAMELINK_COMPONENT development)
endif()
install(TARGETS laatta laatta-lab ARCHIVE ${dev})
foreach(level ${LAATTA_LEVELS_SHARED})
  string(REPLACE "-" "_" name ${level})
  set(place ${CMAKE_INSTALL_LIBDIR}/glibc-hwcaps/${level})
  install(TARGETS shared_${name} LIBRARY DESTINATION ${place} COMPONENT library NAMELINK_SKIP)
  install(TARGETS shared_${name}-lab LIBRARY DESTINATION ${place} COMPONENT lab NAMELINK_SKIP)
endforeach()
if(LAATTA_COMMAND)
  install(TARGETS laatta_command COMPONENT command)
endif()
install(DIRECTORY include/laatta DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${dev})
install(DIRECTORY data/nets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/laatta/nets COMPONENT data)

file(RELATIVE_PATH LAATTA_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/laatta.pc.in laatta.pc @ONLY)
# As flags: whoever links the shared library needs none of their development files.
string(REGEX REPLACE " (lib)?([a-z0-9]+)" " -l\\2" LAATTA_LAB_PRIVATE "${LAATTA_DRIVER_MODULES}")
configure_file(cmake/laatta-lab.pc.in laatta-lab.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/laatta.pc ${CMAKE_BINARY_DIR}/laatta-lab.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${dev})

include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/laatta)
configure_package_config_file(cmake/laattaConfig.cmake.in laattaConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(laattaConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/laattaConfig.cmake ${CMAKE_BINARY_DIR}/laattaConfigVersion.cmake
        DESTINATION ${package} ${dev})

# A unit must name its program by its whole path, so this one is for the prefix it was made for.
if(LAATTA_COMMAND)
  configure_file(data/systemd/laatta-lab-worker@.service.in laatta-lab-worker@.service @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/laatta-lab-worker@.service DESTINATION lib/systemd/system COMPONENT command)
endif()
