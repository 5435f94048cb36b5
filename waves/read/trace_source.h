// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "waves/read/sample_sink.h"
#include "waves/read/trace_header.h"

namespace xb {

/// A trace file, read from its beginning to its end. All throw InputError, one line with the file and the
/// byte offset, where the file is not what it should be.
class TraceSource {
 public:
  virtual ~TraceSource() = default;
  [[nodiscard]] virtual const TraceHeader& header() const = 0;
  /// Gives all samples, taken at the rising edges of slot `clock` (one bit); of a line trace its cycles,
  /// whatever the clock. Once.
  virtual void run(std::uint32_t clock, SampleSink& sink) = 0;
};

/// Opens a file and reads its header; the format is found by its first bytes. An FST is read by a library
/// that trusts its input: use TraceReader, which does so in a process of its own.
std::unique_ptr<TraceSource> open_source(const std::string& path);

}  // namespace xb
