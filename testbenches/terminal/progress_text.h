// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

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

}  // namespace xb
