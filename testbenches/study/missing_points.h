// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "testbenches/study/study.h"
#include "testbenches/study/study_progress.h"

namespace xb {

/// Says of the hashes of a study's points, in their order, whether one was there before.
class SeenHashes {
 public:
  explicit SeenHashes(const StudyPoints& points);
  bool again(const std::string& hash);

 private:
  // Beginnings that several hashes have, as all hashes would take much memory; and hashes that begin so.
  std::set<std::uint32_t> repeated_;
  std::set<std::string> seen_;
};

/// What a run of a study has to do: points by number from 0, of those with one hash the first. One bit for
/// each point of the study is in memory.
class MissingPoints {
 public:
  /// The points without a whole record, and without a failure unless those are run again. Records that are
  /// damaged are removed, and so are failures of points that have a result.
  MissingPoints(const Study& study, bool retry_failed);

  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// The next one, which is missing no more.
  std::size_t take();
  /// One that was taken is the next.
  void put_back(std::size_t n);

  /// Records that were damaged, and went.
  [[nodiscard]] std::size_t damaged() const { return damaged_; }
  /// Takes the points that the study has got since: none of them is like one before.
  void extend(const Study& study);
  /// Of all points that were missing, taken ones included.
  [[nodiscard]] double cost() const { return cost_; }
  /// Counts of a run that begins with these.
  [[nodiscard]] StudyCounts counts() const;

 private:
  void look_at(const Study& study, std::size_t n);

  bool retry_failed_;
  std::vector<bool> are_;
  std::size_t next_ = 0, count_ = 0, damaged_ = 0;
  double cost_;  // of those that are missing, and to come
  std::string noun_;
  std::deque<std::size_t> back_;
};

}  // namespace xb
