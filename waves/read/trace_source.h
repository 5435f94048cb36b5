// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "waves/read/block_reader.h"
#include "waves/read/trace_header.h"

namespace xb {

/// Takes what a trace holds at the edges of its clock.
class SampleSink {
 public:
  virtual ~SampleSink() = default;
  /// `words`: the changes since the sample before, in their order (a slot may come several times). `time` in
  /// the file's unit; in a line trace 0.
  virtual void sample(std::uint64_t time, const std::uint64_t* words, std::size_t count) = 0;
  /// What changed at the last edge and after it, up to the end of the file: likewise. A line trace has none.
  virtual void rest(const std::uint64_t* /*words*/, std::size_t /*count*/) {}
  /// The file is read up to there [bytes].
  virtual void reached(std::uint64_t offset) = 0;
};

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

constexpr const char* kLineTraceStart = "# xbarlab line trace 1";

// Of one format each, in a file of its name.
/// A line trace: one line a cycle. Its cells are signals of scope `ports`: `cycle`, `in[i].beat`,
/// `out[j].beat`, `queue[k].beats`, `in[i].cause` (0 nothing, 1 blocked, 2 head-of-line blocked, 3 memory
/// full, 4 held by a higher class), `total.drops`.
std::unique_ptr<TraceSource> open_line_trace(std::unique_ptr<BlockReader> file);
/// A value change dump (IEEE 1364), with strings as GTKWave and Verilator write them (`sTEXT id`).
std::unique_ptr<TraceSource> open_vcd(std::unique_ptr<BlockReader> file);
/// A Fast Signal Trace. Structure and names are read here; the changes by GTKWave's library, which may crash
/// or end the process where they are bad.
std::unique_ptr<TraceSource> open_fst(const std::string& path);

}  // namespace xb
