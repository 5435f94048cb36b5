// SPDX-License-Identifier: Apache-2.0
#include "testbenches/terminal/progress_line.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "host/base/descriptor.h"

namespace xb {
namespace {

std::string duration(double seconds) {
  const auto s = static_cast<long long>(std::ceil(std::min(seconds, 1e9)));
  if (s < 100) return fmt::format("{} s", s);
  if (s < 6000) return fmt::format("{} min", (s + 59) / 60);
  return fmt::format("{} h", (s + 3599) / 3600);
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double seconds_between_lines() {
  const char* given = std::getenv("XBARLAB_TICK");
  return given != nullptr ? std::atof(given) : 10;
}

std::size_t progress_width() {
  winsize size{};
  return ioctl(2, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1U : 79U;
}

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

namespace {

// First byte of what the drawer is told; a line each.
constexpr char kPart = 'P', kShare = 'S', kDraining = 'D', kNote = 'N', kEnd = 'E';

int to_drawer = -1;  // the pipe to it, if there is one

void tell(char what, const std::string& text) {
  // Short enough for a pipe to take it in one piece, from whatever process.
  if (to_drawer >= 0) write_all(to_drawer, what + text.substr(0, 500) + "\n");
}

class Drawer {
 public:
  Drawer(int pipe, std::vector<double> costs, bool notes_count)
      : pipe_(pipe),
        terminal_(isatty(2) != 0),
        period_(terminal_ ? 1 : seconds_between_lines()),
        text_(std::move(costs), notes_count, steady_seconds()),
        due_(steady_seconds() + period_) {}

  void run() {
    std::string said;
    for (char buffer[4096];;) {
      pollfd waiting{pipe_, POLLIN, 0};
      const double seconds = std::max(due_ - steady_seconds(), 0.1);
      if (poll(&waiting, 1, static_cast<int>(std::min(seconds, 60.0) * 1000)) > 0) {
        const ssize_t n = read(pipe_, buffer, sizeof buffer);
        if (n <= 0) break;
        said.append(buffer, static_cast<std::size_t>(n));
      }
      for (std::size_t end; (end = said.find('\n')) != std::string::npos; said.erase(0, end + 1)) {
        if (said[0] == kEnd) return erase();
        take(said[0], said.substr(1, end - 1));
      }
      if (steady_seconds() >= due_) draw();
    }
    erase();
  }

 private:
  void take(char what, const std::string& text) {
    if (what == kShare) return text_.share(std::atof(text.c_str()));
    if (what == kDraining) return text_.draining(text);
    if (what == kPart) text_.part(text, steady_seconds());
    if (what == kNote) text_.note(text, steady_seconds());
    if (terminal_) return draw();
    if (what == kNote && !text.empty()) write_all(2, text + " ...\n");
  }

  void draw() {
    const double now = steady_seconds();
    due_ = now + period_;
    write_all(2,
              terminal_ ? "\r\033[K" + text_.bar(now).substr(0, progress_width()) : text_.words(now) + "\n");
  }

  void erase() const {
    if (terminal_) write_all(2, "\r\033[K");
  }

  int pipe_;
  bool terminal_;
  double period_;
  ProgressText text_;
  double due_;
};

}  // namespace

ProgressLine::ProgressLine(std::vector<double> costs, Notes notes) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  fcntl(ends[1], F_SETFL, O_NONBLOCK);  // whoever tells is not held up, should the drawer be gone
  const pid_t parent = getpid();
  drawer_ = fork();
  if (drawer_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    // Signals are for the others, but for those of a terminal that stops all.
    sigset_t others;
    sigfillset(&others);
    for (const int stop : {SIGTSTP, SIGTTIN, SIGTTOU}) sigdelset(&others, stop);
    sigprocmask(SIG_SETMASK, &others, nullptr);
    close(ends[1]);
    Drawer(ends[0], std::move(costs), notes == Notes::AreTheWork).run();
    _exit(0);
  }
  close(ends[0]);
  if (drawer_ > 0)
    to_drawer = ends[1];
  else  // no more processes: silence
    close(ends[1]);
}

ProgressLine::~ProgressLine() {
  if (drawer_ <= 0) return;
  tell(kEnd, "");
  close(to_drawer);  // the end as well, should the pipe be full
  to_drawer = -1;
  TEMP_FAILURE_RETRY(waitpid(drawer_, nullptr, 0));
}

void ProgressLine::part(const std::string& label) { tell(kPart, label); }

Progress ProgressLine::callback() {
  return [last = 0.0](const RunProgress& run) mutable {
    const double now = steady_seconds();
    if (now - last < 0.1) return;
    last = now;
    if (run.packets_left)
      tell(kDraining, std::to_string(*run.packets_left) + (*run.packets_left == 1 ? " packet" : " packets"));
    else
      tell(kShare, std::to_string(run.share));
  };
}

void tell_progress_to(int pipe) { to_drawer = pipe; }

ProgressNote::ProgressNote(const std::string& text) {
  if (to_drawer >= 0)
    tell(kNote, text);
  else
    std::fprintf(stderr, "%s ...\n", text.c_str());
}

ProgressNote::~ProgressNote() { tell(kNote, ""); }

}  // namespace xb
