# SPDX-License-Identifier: Apache-2.0
# SystemC as the target xbarlab::systemc_library, for this build and for who uses the installed package: the project's own
# SystemC::systemc if there is one (SystemC's CMake package), else what pkg-config knows, which is all that Debian has.
# Leaves the reason in XBARLAB_SYSTEMC_MISSING if there is none.
set(XBARLAB_SYSTEMC_MISSING "")
if(NOT TARGET xbarlab::systemc_library)
  set(xbarlab_library "")
  if(TARGET SystemC::systemc)
    set(xbarlab_library SystemC::systemc)
  else()
    find_package(PkgConfig QUIET)
    if(PKG_CONFIG_FOUND)
      pkg_check_modules(XBARLAB_SYSTEMC QUIET IMPORTED_TARGET GLOBAL systemc)
    endif()
    if(TARGET PkgConfig::XBARLAB_SYSTEMC)
      set(xbarlab_library PkgConfig::XBARLAB_SYSTEMC)
    endif()
  endif()
  if(xbarlab_library)
    add_library(xbarlab::systemc_library INTERFACE IMPORTED GLOBAL)
    set_target_properties(xbarlab::systemc_library PROPERTIES INTERFACE_LINK_LIBRARIES ${xbarlab_library})
  elseif(PKG_CONFIG_FOUND)
    string(CONCAT XBARLAB_SYSTEMC_MISSING "SystemC is missing: pkg-config knows no 'systemc' (Debian: libsystemc-dev; elsewhere "
      "PKG_CONFIG_PATH names the folder of systemc.pc, or find SystemC's own package, SystemCLanguage, first)")
  else()
    set(XBARLAB_SYSTEMC_MISSING "pkg-config is missing, which finds SystemC (Debian: pkg-config)")
  endif()
endif()
