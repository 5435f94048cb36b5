// SPDX-License-Identifier: Apache-2.0
// Catch2 v2 wants one file that brings its main(); v3 brings it in a library.

#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#endif
#include "tests/catch.h"
