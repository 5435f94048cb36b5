// SPDX-License-Identifier: Apache-2.0
// The precompiled header of all tests is made for this file.
#include "tests/catch.h"
