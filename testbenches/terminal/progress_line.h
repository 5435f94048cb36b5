// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "host/run/simulation.h"

namespace xb {

/// Of a clock that does not go back.
double steady_seconds();
/// Between two lines where there is no terminal (the environment's XBARLAB_TICK is for tests).
double seconds_between_lines();
/// Characters of a line on standard error.
std::size_t progress_width();

/// What a progress line says: parts that are done one after the other, the share of the present one, and what
/// holds it up. Times are seconds of any clock that does not go back.
class ProgressText {
 public:
  /// What each part costs, in any unit; `notes_count`: what holds a part up is the work itself.
  ProgressText(std::vector<double> costs, bool notes_count, double now);

  /// The next part begins, and is called so.
  void part(const std::string& label, double now);
  /// 0..1 of the part, or less than 0: unknown.
  void share(double share) {
    share_ = share;
    left_.clear();
  }
  /// It is done but for what is left, such as `1234 packets`, and how long that takes is not known.
  void draining(const std::string& left) { left_ = left; }
  /// Something that comes first; empty: it is over.
  void note(const std::string& text, double now);

  /// With a bar, for a terminal.
  [[nodiscard]] std::string bar(double now) const;
  /// In words, for a log.
  [[nodiscard]] std::string words(double now) const;

 private:
  [[nodiscard]] double done() const;
  [[nodiscard]] std::string left(double now) const;

  std::vector<double> costs_;
  bool notes_count_;
  std::size_t parts_begun_ = 0;
  std::string label_, note_, left_;
  double share_ = -1;
  double start_, held_up_ = 0, note_start_ = 0;
};

/// Shows on standard error that something goes on, and how long it will take: on a terminal a line that is
/// rewritten in place every second and erased on destruction; elsewhere a line every ten seconds. A child
/// process draws, so that it does while nothing else happens, and no thread holds a lock while children are
/// forked; it is told through a pipe, which they inherit. At most one exists at a time.
class ProgressLine {
 public:
  enum class Notes { HoldUp, AreTheWork };  ///< what a ProgressNote means for the time that is left

  /// `costs` of the parts that will be done one after the other, in any unit.
  explicit ProgressLine(std::vector<double> costs, Notes notes = Notes::HoldUp);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// The next part begins.
  void part(const std::string& label);
  /// For simulate(): the share of the part that is done.
  Progress callback();

 private:
  pid_t drawer_ = -1;
};

/// From now on what this process and its children have to say of progress goes to `pipe`, a line each: that
/// of a note begins with N, its end is N alone.
void tell_progress_to(int pipe);

/// Something that takes long and comes in between, while this object exists: in the progress line if there is
/// one, here or in the process that this one was forked from; else a line that stays.
class ProgressNote {
 public:
  explicit ProgressNote(const std::string& text);
  ~ProgressNote();
  ProgressNote(const ProgressNote&) = delete;
  ProgressNote& operator=(const ProgressNote&) = delete;
};

}  // namespace xb
