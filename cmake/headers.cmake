# SPDX-License-Identifier: Apache-2.0
# xb_copy_headers(SOURCE FOLDER ROOM...): the headers of some rooms as other people's code includes them, <xbarlab/ROOM/...>,
# in FOLDER/xbarlab. They include each other by that name too, so that nobody's own folder `host` or `systemc` gets in between.
function(xb_copy_headers source folder)
  foreach(room ${ARGN})
    file(GLOB_RECURSE headers RELATIVE "${source}" "${source}/${room}/*.h")
    foreach(header ${headers})
      file(READ "${source}/${header}" text)
      string(REGEX REPLACE "#include \"((host|systemc)/[^\"\n]*)\"" "#include <xbarlab/\\1>" text "${text}")
      set(there "")
      if(EXISTS "${folder}/xbarlab/${header}")
        file(READ "${folder}/xbarlab/${header}" there)
      endif()
      if(NOT text STREQUAL there) # what has not changed is not compiled again
        file(WRITE "${folder}/xbarlab/${header}" "${text}")
      endif()
    endforeach()
  endforeach()
endfunction()
