// SPDX-License-Identifier: Apache-2.0
#include "testbenches/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace xb {
namespace {

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ProgressLine::ProgressLine() : terminal_(isatty(2) != 0) {}
ProgressLine::~ProgressLine() { erase(); }

void ProgressLine::label(const std::string& text) {
  label_ = text;
  draw(-1);
}

Progress ProgressLine::callback() {
  return [this](std::uint64_t, double share) {
    if (terminal_ && now_seconds() - last_drawn_at_ > 0.1) draw(share);
  };
}

void ProgressLine::draw(double share) {
  if (!terminal_) return;
  erase();
  constexpr int kWidth = 24;
  std::string line = label_;
  if (share >= 0) {
    const int done = static_cast<int>(std::clamp(share, 0.0, 1.0) * kWidth);
    line = fmt::format("[{}{}] {:3.0f} %  {}", std::string(done, '='), std::string(kWidth - done, ' '),
                       share * 100, label_);
  }
  std::fprintf(stderr, "\r%s", line.c_str());
  std::fflush(stderr);
  drawn_ = line.size();
  last_drawn_at_ = now_seconds();
}

void ProgressLine::erase() {
  if (drawn_ == 0) return;
  std::fputs("\r\033[K", stderr);  // to the end of the line: a child process may have drawn a longer one
  std::fflush(stderr);
  drawn_ = 0;
}

}  // namespace xb
