// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "testbenches/terminal/progress_line.h"

namespace xb {

/// How far a study is: counts, and from the costs of the points the time that is left. Seconds are of any
/// clock that does not go back.
class StudyCounts {
 public:
  /// `finished` of the points were there at the start; `cost` is of those that are to be run, in any unit.
  /// `noun`: what points are called.
  StudyCounts(std::size_t points, std::size_t finished, double cost, double now, std::string noun = "points");

  /// So many points are known by now, and what is left of them costs so much.
  void expect(std::size_t points, double cost_left);

  void done(double cost);
  void failed(double cost);
  [[nodiscard]] std::size_t finished() const { return finished_; }
  [[nodiscard]] double cost_done() const { return cost_done_; }

  /// `12 of 200 points done, 2 running, 1 failed, 3 min left`
  [[nodiscard]] std::string text(unsigned running, double now) const;

 private:
  std::size_t points_, finished_, failed_ = 0;
  double cost_, cost_done_ = 0, start_;
  std::string noun_;
};

/// Shows it on standard error: on a terminal a line that is rewritten in place; elsewhere a line every ten
/// seconds, and one for each note; nothing if it is quiet.
class StudyProgress {
 public:
  StudyProgress(StudyCounts counts, bool quiet);
  ~StudyProgress();
  StudyProgress(const StudyProgress&) = delete;
  StudyProgress& operator=(const StudyProgress&) = delete;

  StudyCounts& counts() { return counts_; }
  /// Draws if it is time to.
  void show(unsigned running);
  /// Something that takes long; empty: it is over.
  void note(const std::string& text);
  /// A line that stays, also if it is quiet.
  void say(const std::string& text);
  /// Until the next call of show().
  [[nodiscard]] int milliseconds() const;

 private:
  void erase() const;

  StudyCounts counts_;
  bool quiet_, terminal_;
  std::string note_;
  double period_, due_;
};

/// `3 min`, for what is estimated.
std::string about_time(double seconds);

}  // namespace xb
