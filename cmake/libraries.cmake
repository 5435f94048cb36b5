# SPDX-License-Identifier: Apache-2.0
# xbarlab_library(NAME TITLE HEADER PACKAGE): a library that has neither a CMake package nor pkg-config's everywhere, as the
# target xbarlab::NAME, for this build and for who uses the installed package. Leaves the reason in XBARLAB_MISSING if there
# is none.
function(xbarlab_library name title header package)
  set(missing "")
  if(NOT TARGET xbarlab::${name})
    string(TOUPPER "XBARLAB_${name}" found)
    find_path(${found}_HEADERS ${header})
    find_library(${found}_LIBRARY ${name})
    mark_as_advanced(${found}_HEADERS ${found}_LIBRARY)
    if(${found}_HEADERS AND ${found}_LIBRARY)
      add_library(xbarlab::${name} UNKNOWN IMPORTED GLOBAL)
      set_target_properties(xbarlab::${name} PROPERTIES IMPORTED_LOCATION "${${found}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${${found}_HEADERS}")
    else()
      string(CONCAT missing "${title} is missing: ${header} or lib${name} is not found (Debian: ${package}; "
        "elsewhere CMAKE_PREFIX_PATH names the folder that it is installed in)")
    endif()
  endif()
  set(XBARLAB_MISSING "${missing}" PARENT_SCOPE)
endfunction()
