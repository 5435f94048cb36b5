# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=CHECKOUT -DOUTPUT=HEADER -P sources_digest.cmake: a header with a digest of all C++ that decides what a run
# measures: names below the checkout and contents, so that it is the same wherever the checkout is. (RTL is read when a model
# is built, and digested then.) The header is written only if it changes.
cmake_minimum_required(VERSION 3.22)
set(all "")
foreach(folder host systemc testbenches/sources testbenches/engines)
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${folder}/*.h" "${ROOT}/${folder}/*.cpp")
  list(SORT files)
  foreach(file ${files})
    file(SHA256 "${ROOT}/${file}" digest)
    string(APPEND all "${file} ${digest}\n")
  endforeach()
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING "${digest}" 0 32 digest)
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT
"// Made by cmake/sources_digest.cmake.\n#pragma once\n#define XB_SOURCES_DIGEST \"@digest@\"\n" @ONLY)
