// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/stall_watch.h"

#include <sys/time.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "testbenches/process/child_process.h"

namespace xb {
namespace {

constexpr unsigned kMostSeconds = 60;

// Read by the signal's handler.
const StallWatch* volatile g_watch = nullptr;  // of the step that runs
volatile std::uint64_t g_number = 0;           // its number
volatile std::uint64_t g_steps = 0;            // that have begun
volatile std::uint64_t g_seen = 0;             // of these, when it was last looked
volatile unsigned g_stalled = 0;               // seconds

/// Once a second of this process's CPU time; a child has none until it asks.
void start_timer(void (*look)(int)) {
  struct sigaction action = {};
  action.sa_handler = look;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  constexpr itimerval kSecond{{1, 0}, {1, 0}};
  setitimer(ITIMER_PROF, &kSecond, nullptr);
}

}  // namespace

unsigned StallWatch::limit() {
  const char* const given = std::getenv("XBARLAB_STALL");  // for tests
  return given == nullptr ? kMostSeconds : static_cast<unsigned>(std::max(std::atoi(given), 1));
}

StallWatch::StallWatch(std::string before, std::string after)
    : before_(std::move(before)), after_(std::move(after)) {
  start_timer(look);
}

StallWatch::Step::Step(const StallWatch& watch, std::uint64_t number) {
  g_number = number;
  g_steps = g_steps + 1;
  g_watch = &watch;
}

StallWatch::Step::~Step() { g_watch = nullptr; }

void StallWatch::look(int /*signal*/) {
  const StallWatch* const watch = g_watch;
  if (watch == nullptr || g_steps != g_seen) {
    g_seen = g_steps;
    g_stalled = 0;
    return;
  }
  g_stalled = g_stalled + 1;
  if (g_stalled >= limit()) watch->end();
}

/// As a signal handler may: nothing is allocated.
void StallWatch::end() const {
  std::array<char, 24> digits{};
  std::size_t first = digits.size() - 1;  // behind it a zero
  for (std::uint64_t rest = g_number; first > 0; rest /= 10) {
    digits.at(--first) = static_cast<char>('0' + rest % 10);
    if (rest < 10) break;
  }
  end_with_message({before_.c_str(), &digits.at(first), after_.c_str()});
}

}  // namespace xb
