// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "waves/read/word_stream.h"

namespace xb {

/// What the child sends: a head, kind in the highest byte and a length below it, and what it announces.
enum class Sent : std::uint8_t { Header, Sample, Error, End };
constexpr unsigned kSentBit = 56;

/// The child process of a TraceReader: opens the file, sends its header, waits for the clock, sends samples.
[[noreturn]] void read_in_child(const std::string& path, WordStream& stream);

}  // namespace xb
