# SPDX-License-Identifier: Apache-2.0
# The program as it is installed, PREFIX/bin/xbarlab, with all that it reads in PREFIX/share/xbarlab (the checkout's folders) and
# PREFIX/lib/xbarlab (what models are linked with); and as packages for Debian.
set(share "${CMAKE_INSTALL_DATADIR}/xbarlab")
install(TARGETS xbarlab_installed)
install(TARGETS xb_verilated DESTINATION lib/xbarlab)
install(FILES "${PROJECT_BINARY_DIR}/testbenches/verilated_headers.h" DESTINATION lib/xbarlab)
# What models are made of, and what costs are named by.
install(DIRECTORY testbenches/cost testbenches/engines testbenches/sources DESTINATION "${share}/testbenches"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.cpp")
foreach(header host/link/switch_wires.h host/trace/fst_block.h host/wires/port_set.h host/wires/switch_settings.h)
  get_filename_component(folder "${header}" DIRECTORY)
  install(FILES "${header}" DESTINATION "${share}/${folder}")
endforeach()
# What verbs read, and pages that what they write leads to.
install(DIRECTORY examples experiments labs DESTINATION "${share}")
install(DIRECTORY waves/golden DESTINATION "${share}/waves")
install(DIRECTORY docs DESTINATION "${share}" FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png")

install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)

# The manual and the completions are the programs' own words: they write them when they are installed.
set(written "${PROJECT_BINARY_DIR}/install/shell")
file(MAKE_DIRECTORY "${written}")
# xb_install_words(PROGRAM FILE DESTINATION [COMPONENT EXCLUDE...] WORDS words...)
function(xb_install_words program file destination)
  cmake_parse_arguments(ARG "" "" "RULE;WORDS" ${ARGN})
  list(JOIN ARG_WORDS " " words)
  install(CODE "execute_process(COMMAND \"$<TARGET_FILE:${program}>\" ${words} OUTPUT_FILE \"${written}/${file}\"
                COMMAND_ERROR_IS_FATAL ANY)" ${ARG_RULE})
  install(FILES "${written}/${file}" DESTINATION "${destination}" ${ARG_RULE})
endfunction()
xb_install_words(xbarlab xbarlab.1 "${CMAKE_INSTALL_MANDIR}/man1" WORDS help --man)
xb_install_words(xbarlab xbarlab "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" WORDS completion bash)
xb_install_words(xbarlab _xbarlab "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" WORDS completion zsh)
