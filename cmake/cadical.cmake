# SPDX-License-Identifier: Apache-2.0
# CaDiCaL as the target xbarlab::cadical, for this build and for who uses the installed package: a header and a static
# library, which is all that Debian has. Leaves the reason in XBARLAB_CADICAL_MISSING if there is none.
set(XBARLAB_CADICAL_MISSING "")
if(NOT TARGET xbarlab::cadical)
  find_path(XBARLAB_CADICAL_HEADERS cadical.hpp)
  find_library(XBARLAB_CADICAL_LIBRARY cadical)
  mark_as_advanced(XBARLAB_CADICAL_HEADERS XBARLAB_CADICAL_LIBRARY)
  if(XBARLAB_CADICAL_HEADERS AND XBARLAB_CADICAL_LIBRARY)
    add_library(xbarlab::cadical UNKNOWN IMPORTED GLOBAL)
    set_target_properties(xbarlab::cadical PROPERTIES IMPORTED_LOCATION "${XBARLAB_CADICAL_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${XBARLAB_CADICAL_HEADERS}")
  else()
    string(CONCAT XBARLAB_CADICAL_MISSING "CaDiCaL is missing: cadical.hpp or libcadical is not found (Debian: libcadical-dev; "
      "elsewhere CMAKE_PREFIX_PATH names the folder that it is installed in)")
  endif()
endif()
