// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace xb {
namespace {

void write_error(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string about_time(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::max(seconds, 1.0));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

StudyCounts::StudyCounts(std::size_t points, std::size_t finished, double cost, double now, std::string noun)
    : points_(points), finished_(finished), cost_(cost), start_(now), noun_(std::move(noun)) {}

void StudyCounts::expect(std::size_t points, double cost_left) {
  points_ = points;
  cost_ = cost_done_ + cost_left;
}

void StudyCounts::done(double cost) {
  ++finished_;
  cost_done_ += cost;
}

void StudyCounts::failed(double cost) {
  ++failed_;
  cost_done_ += cost;
}

std::string StudyCounts::text(unsigned running, double now) const {
  std::string text = fmt::format("{} of {} {} done, {} running", finished_, points_, noun_, running);
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  if (cost_done_ > 0 && cost_ > cost_done_)
    text += fmt::format(", {} left", about_time((now - start_) / cost_done_ * (cost_ - cost_done_)));
  return text;
}

StudyProgress::StudyProgress(StudyCounts counts, bool quiet)
    : counts_(std::move(counts)),
      quiet_(quiet),
      terminal_(isatty(2) != 0),
      period_(terminal_ ? 1 : seconds_between_lines()),
      due_(terminal_ ? 0 : steady_seconds() + period_) {}

StudyProgress::~StudyProgress() { erase(); }

void StudyProgress::erase() const {
  if (terminal_ && !quiet_) write_error("\r\033[K");
}

void StudyProgress::show(unsigned running) {
  const double now = steady_seconds();
  if (quiet_ || now < due_) return;
  due_ = now + period_;
  std::string line = counts_.text(running, now);
  if (!note_.empty()) line += "; " + note_;
  if (!terminal_) return write_error(line + "\n");
  write_error("\r\033[K" + line.substr(0, progress_width()));
}

void StudyProgress::note(const std::string& text) {
  note_ = text;
  if (!quiet_ && !terminal_ && !text.empty()) write_error(text + " ...\n");
  if (terminal_) due_ = 0;
}

void StudyProgress::say(const std::string& text) {
  erase();
  write_error(text + "\n");
  if (terminal_) due_ = 0;
}

int StudyProgress::milliseconds() const {
  constexpr double kMost = 1000;
  if (quiet_) return static_cast<int>(kMost);
  return static_cast<int>(std::clamp((due_ - steady_seconds()) * 1000, 10.0, kMost));
}

}  // namespace xb
