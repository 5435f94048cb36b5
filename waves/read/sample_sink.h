// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace xb {

/// Takes what a trace holds at the edges of its clock.
class SampleSink {
 public:
  virtual ~SampleSink() = default;
  /// `words`: records of what changed since the sample before, in the order in which it did (a slot may come
  /// several times). `time` in the file's unit; in a line trace 0.
  virtual void sample(std::uint64_t time, const std::uint64_t* words, std::size_t count) = 0;
  /// The file is read up to there [bytes].
  virtual void reached(std::uint64_t offset) = 0;
};

}  // namespace xb
