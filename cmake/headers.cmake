# SPDX-License-Identifier: Apache-2.0
# Install scripts have no policies: there IN_LIST would be no operator.
cmake_policy(SET CMP0057 NEW)

# xb_headers_of(LIST SOURCE HEADER...): these headers, and what they include of the checkout SOURCE.
function(xb_headers_of list source)
  set(found "")
  set(todo ${ARGN})
  while(todo)
    list(POP_FRONT todo header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found "${header}")
    file(STRINGS "${source}/${header}" lines REGEX "^#include \"(host|systemc|testbenches)/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" included "${line}")
      list(APPEND todo "${included}")
    endforeach()
  endwhile()
  set(${list} ${found} PARENT_SCOPE)
endfunction()

# xb_copy_headers(SOURCE FOLDER HEADER...): headers as other people's code includes them, <xbarlab/systemc/...>, in
# FOLDER/xbarlab, and what they include in FOLDER/xbarlab/detail. They include each other by that name too, so that nobody's
# own folder `host` or `systemc` gets in between.
function(xb_copy_headers source folder)
  xb_headers_of(headers "${source}" ${ARGN})
  foreach(header ${headers})
    file(READ "${source}/${header}" text)
    string(REGEX REPLACE "#include \"((host|systemc|testbenches)/[^\"\n]*)\"" "#include <xbarlab/detail/\\1>" text "${text}")
    foreach(offered ${ARGN})
      string(REPLACE "<xbarlab/detail/${offered}>" "<xbarlab/${offered}>" text "${text}")
    endforeach()
    set(copy "${folder}/xbarlab/${header}")
    if(NOT header IN_LIST ARGN)
      set(copy "${folder}/xbarlab/detail/${header}")
    endif()
    set(there "")
    if(EXISTS "${copy}")
      file(READ "${copy}" there)
    endif()
    if(NOT text STREQUAL there) # what has not changed is not compiled again
      file(WRITE "${copy}" "${text}")
    endif()
  endforeach()
endfunction()
