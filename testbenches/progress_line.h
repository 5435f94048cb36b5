// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/simulation.h"

namespace xb {

/// One line on standard error that is rewritten in place on a terminal, at most ten times a second; without a
/// terminal it prints nothing. Erased on destruction.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// What is being done from now on.
  void label(const std::string& text);
  /// For simulate(): draws the share done.
  Progress callback();

 private:
  void draw(double share);
  void erase();

  bool terminal_;
  std::string label_;
  std::size_t drawn_ = 0;
  double last_drawn_at_ = 0;
};

}  // namespace xb
