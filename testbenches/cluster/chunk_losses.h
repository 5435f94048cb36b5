// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "testbenches/cluster/chunk_book.h"

namespace xb {

/// How often the jobs of each point were lost. A point whose job is lost while it has the point in hand may
/// be what ends the job; one that was not reached is not.
class ChunkLosses {
 public:
  static constexpr unsigned kMostAttempts = 3;  ///< of a point whose job is lost with the point in hand
  static constexpr unsigned kMostLosses = 5;    ///< of a point's jobs before they begin

  explicit ChunkLosses(const Study& study) : study_(study) {}

  /// What is in the study's folder of points in hand is none of the chunks that will be lost.
  void begin();

  /// What is to be done about the points of a chunk that was lost.
  struct Verdict {
    std::vector<std::size_t> again, failed;  ///< points, in their order
    bool hopeless = false;                   ///< no job of theirs begins
  };
  Verdict take(const OpenChunk& chunk);

 private:
  std::set<std::size_t> in_hand(const OpenChunk& chunk);

  const Study& study_;
  std::set<std::string> seen_;                         // leftovers of losses before
  std::map<std::size_t, unsigned> attempts_, losses_;  // by point
};

/// The end of what a chunk's job has printed, in one line.
std::string end_of_log(const std::filesystem::path& chunk);

}  // namespace xb
