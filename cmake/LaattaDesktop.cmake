# What a desktop and a shell expect beside a command: manual pages and completions, which
# the command writes itself, a desktop entry and an icon.
if(LAATTA_COMMAND AND NOT CMAKE_CROSSCOMPILING)
  set(man ${CMAKE_BINARY_DIR}/man)
  set(shells ${CMAKE_BINARY_DIR}/completions)
  file(MAKE_DIRECTORY ${man} ${shells})
  add_custom_command(OUTPUT ${man}/laatta.1 ${man}/laatta.3 ${shells}/laatta ${shells}/_laatta ${shells}/laatta.fish
    COMMAND laatta_command man --dir ${man}
    COMMAND ${CMAKE_SOURCE_DIR}/tools/make-library-man ${CMAKE_SOURCE_DIR}/include/laatta/laatta.h > ${man}/laatta.3
    COMMAND laatta_command completion bash > ${shells}/laatta
    COMMAND laatta_command completion zsh > ${shells}/_laatta
    COMMAND laatta_command completion fish > ${shells}/laatta.fish
    DEPENDS laatta_command ${CMAKE_SOURCE_DIR}/tools/make-library-man ${CMAKE_SOURCE_DIR}/include/laatta/laatta.h
    COMMENT "Writing manual pages and completions")
  add_custom_target(desktop ALL DEPENDS ${man}/laatta.1)
  install(DIRECTORY ${man}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command FILES_MATCHING PATTERN "*.1")
  install(FILES ${man}/laatta.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 COMPONENT development)
  set(share ${CMAKE_INSTALL_DATADIR})
  install(FILES ${shells}/laatta DESTINATION ${share}/bash-completion/completions COMPONENT command)
  install(FILES ${shells}/_laatta DESTINATION ${share}/zsh/vendor-completions COMPONENT command)
  install(FILES ${shells}/laatta.fish DESTINATION ${share}/fish/vendor_completions.d COMPONENT command)
  install(FILES data/desktop/laatta.desktop DESTINATION ${share}/applications COMPONENT command)
  install(FILES data/desktop/laatta.svg DESTINATION ${share}/icons/hicolor/scalable/apps COMPONENT command)
endif()
