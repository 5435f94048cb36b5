# SPDX-License-Identifier: Apache-2.0
# The program as it is installed, PREFIX/bin/xbarlab, with all that it reads in PREFIX/share/xbarlab (the checkout's folders) and
# PREFIX/lib/xbarlab (what models are linked with); and as packages for Debian.
set(share "${CMAKE_INSTALL_DATADIR}/xbarlab")
install(TARGETS xbarlab_installed)
install(TARGETS xb_verilated DESTINATION lib/xbarlab)
install(FILES "${PROJECT_BINARY_DIR}/testbenches/verilated_headers.h" DESTINATION lib/xbarlab)
# What models are made of, and what costs are named by.
install(DIRECTORY testbenches/cost testbenches/engines testbenches/sources DESTINATION "${share}/testbenches"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.cpp" PATTERN "*.sv")
foreach(part host/device/device_writes.cpp host/link/switch_wires.h host/trace/signal_sink.h host/wires/port_set.h host/wires/switch_settings.h)
  get_filename_component(folder "${part}" DIRECTORY)
  install(FILES "${part}" DESTINATION "${share}/${folder}")
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

# Only where they are asked for: the common models, built, and the comparer.
set(models COMPONENT models EXCLUDE_FROM_ALL)
install(CODE "file(REMOVE_RECURSE \"${PROJECT_BINARY_DIR}/install/models\")
              execute_process(COMMAND \"$<TARGET_FILE:xbarlab>\" prebuild --copy \"${PROJECT_BINARY_DIR}/install/models\"
              COMMAND_ERROR_IS_FATAL ANY)" ${models})
install(DIRECTORY "${PROJECT_BINARY_DIR}/install/models" DESTINATION lib/xbarlab ${models})
set(diff COMPONENT diff EXCLUDE_FROM_ALL)
install(TARGETS xbarlab_diff ${diff})
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/xbarlab-diff" RENAME copyright ${diff})
xb_install_words(xbarlab_diff xbarlab-diff.1 "${CMAKE_INSTALL_MANDIR}/man1" RULE ${diff} WORDS help --man)

# Two packages: xbarlab, and xbarlab-diff by itself.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_SOURCE_DIR}/build")
set(CPACK_PACKAGE_CONTACT "xbarlab <maintainers@xbarlab.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified models diff)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # libsystemc's package is named by its release
set(CPACK_DEBIAN_LAB_PACKAGE_NAME xbarlab)
set(CPACK_DEBIAN_DIFF_PACKAGE_NAME xbarlab-diff)
set(CPACK_DEBIAN_LAB_DESCRIPTION "co-simulation lab for switch buffer architectures")
set(CPACK_DEBIAN_DIFF_DESCRIPTION "compares and converts traces of simulations: VCD, FST and xbarlab's line traces")
# Models are linked with Verilator's run-time, which is of its version.
string(REGEX REPLACE "^Verilator ([0-9.]+).*" "\\1" version "${VERILATOR_VERSION}")
set(CPACK_DEBIAN_LAB_PACKAGE_DEPENDS "verilator (>= ${version}), verilator (<< ${version}.1), g++, zlib1g-dev")
set(CPACK_DEBIAN_LAB_PACKAGE_RECOMMENDS "bubblewrap")
set(CPACK_DEBIAN_LAB_PACKAGE_SUGGESTS "gtkwave, yosys, graphviz, libsystemc-dev, libfmt-dev, nlohmann-json3-dev, libtomlplusplus-dev, \
libcadical-dev, libxxhash-dev")
include(CPack)
cpack_add_component_group(lab)
cpack_add_component_group(diff)
cpack_add_component(Unspecified GROUP lab)
cpack_add_component(models GROUP lab)
cpack_add_component(diff GROUP diff)
add_custom_target(deb
  COMMAND "${CMAKE_CPACK_COMMAND}" --config "${PROJECT_BINARY_DIR}/CPackConfig.cmake"
  DEPENDS xbarlab xbarlab_installed xbarlab_diff xb_verilated
  COMMENT "Making the packages in build/")
