// SPDX-License-Identifier: Apache-2.0
#include "testbenches/terminal/progress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace xb {
namespace {

std::string duration(double seconds) {
  const auto s = static_cast<long long>(std::ceil(std::min(seconds, 1e9)));
  if (s < 100) return fmt::format("{} s", s);
  if (s < 6000) return fmt::format("{} min", (s + 59) / 60);
  return fmt::format("{} h", (s + 3599) / 3600);
}

}  // namespace

ProgressText::ProgressText(std::vector<double> costs, bool notes_count, double now)
    : costs_(std::move(costs)), notes_count_(notes_count), start_(now) {}

void ProgressText::part(const std::string& label, double now) {
  note("", now);
  label_ = label;
  share(-1);
  ++parts_begun_;
}

void ProgressText::note(const std::string& text, double now) {
  if (!note_.empty() && !notes_count_) held_up_ += now - note_start_;
  note_ = text;
  note_start_ = now;
}

/// Share of everything, as far as it is known.
double ProgressText::done() const {
  if (parts_begun_ == 0 || parts_begun_ > costs_.size()) return 0;
  const auto present = costs_.begin() + static_cast<std::ptrdiff_t>(parts_begun_) - 1;
  const double before = std::accumulate(costs_.begin(), present, 0.0);
  return (before + std::clamp(share_, 0.0, 1.0) * *present) /
         std::accumulate(costs_.begin(), costs_.end(), 0.0);
}

std::string ProgressText::left(double now) const {
  const double share = done();
  const double worked = (note_.empty() || notes_count_ ? now : note_start_) - start_ - held_up_;
  if (share < 0.02 || worked < 2) return "";
  return fmt::format(", about {} left", duration(worked * (1 - share) / share));
}

std::string ProgressText::bar(double now) const {
  const std::string left_text = left(now);
  if (!note_.empty())  // what matters first: a terminal may be narrow
    return fmt::format("{}{}: {} of {}", label_, left_text, duration(now - note_start_), note_);
  constexpr int kWidth = 24;
  if (!left_.empty()) return fmt::format("{}: draining, {} left, {}", label_, left_, duration(now - start_));
  const double share = done();
  if (share <= 0) return fmt::format("{}, {}", label_, duration(now - start_));
  const int full = static_cast<int>(share * kWidth);
  return fmt::format("[{}{}] {:3.0f} %  {}{}", std::string(full, '='), std::string(kWidth - full, ' '),
                     share * 100, label_, left_text);
}

std::string ProgressText::words(double now) const {
  if (!note_.empty())
    return fmt::format("{}: {}, {} so far{}", label_, note_, duration(now - note_start_), left(now));
  if (!left_.empty())
    return fmt::format("{}: draining, {} left, {} so far", label_, left_, duration(now - start_));
  const double share = done();
  return fmt::format("{}{}, {} so far{}", label_, share > 0 ? fmt::format(": {:.0f} %", share * 100) : "",
                     duration(now - start_), left(now));
}

}  // namespace xb
