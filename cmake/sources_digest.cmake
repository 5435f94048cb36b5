# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=CHECKOUT -DOUTPUT=HEADER -P sources_digest.cmake: a header with a digest of all C++, and the hosts in
# SystemVerilog, that decide what a run measures, and one of what benchmarks add to it: names below the checkout and
# contents, so that it is the same wherever the checkout is. (RTL is read when a model is built, and digested then.) The
# header is written only if it changes.
cmake_minimum_required(VERSION 3.22)
function(digest_of_folders digest)
  set(all "")
  foreach(folder ${ARGN})
    file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${folder}/*.h" "${ROOT}/${folder}/*.cpp"
         "${ROOT}/${folder}/*.sv")
    list(SORT files)
    foreach(file ${files})
      file(SHA256 "${ROOT}/${file}" of_file)
      string(APPEND all "${file} ${of_file}\n")
    endforeach()
  endforeach()
  string(SHA256 whole "${all}")
  string(SUBSTRING "${whole}" 0 32 whole)
  set(${digest} "${whole}" PARENT_SCOPE)
endfunction()
digest_of_folders(sources host systemc testbenches/sources testbenches/engines)
digest_of_folders(benchmark testbenches/benchmark)
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT
"// Made by cmake/sources_digest.cmake.
#pragma once
#define XB_SOURCES_DIGEST \"@sources@\"
#define XB_BENCHMARK_DIGEST \"@benchmark@\"
" @ONLY)
