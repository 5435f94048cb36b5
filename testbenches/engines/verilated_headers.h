// SPDX-License-Identifier: Apache-2.0
#ifndef XBARLAB_VERILATED_HEADERS_H  // a precompiled header is a main file, which takes no #pragma once
#define XBARLAB_VERILATED_HEADERS_H
// What every Verilated model includes first. Precompiled in the build folder, which takes a second off each
// model; a compiler that does not want the precompiled one reads this.
#include "testbenches/engines/verilated_messages.h"
// after the messages, which it is to print by
#include <verilated.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#endif
