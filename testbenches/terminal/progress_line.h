// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "host/run/simulation.h"

namespace xb {

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
