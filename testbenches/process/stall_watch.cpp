// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/stall_watch.h"

#include <sys/time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "testbenches/process/child_process.h"

namespace xb {
namespace {

constexpr unsigned kMostSeconds = 60;

// Read by the signal's handler, in whatever thread.
std::atomic<const StallWatch*> g_watch{nullptr};          // of the step that began last
std::atomic<std::uint64_t> g_number{0};                   // its number
std::atomic<std::uint64_t> g_steps{0}, g_steps_ended{0};  // of all threads
std::atomic<std::uint64_t> g_seen{0};                     // steps that had begun, when it was last looked
std::atomic<unsigned> g_stalled{0};                       // seconds

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
  constexpr auto kAnyOrder = std::memory_order_relaxed;
  g_number.store(number, kAnyOrder);
  g_watch.store(&watch, kAnyOrder);
  g_steps.fetch_add(1, kAnyOrder);
}

StallWatch::Step::~Step() { g_steps_ended.fetch_add(1, std::memory_order_relaxed); }

void StallWatch::look(int /*signal*/) {
  const std::uint64_t steps = g_steps;
  if (steps == g_steps_ended || steps != g_seen) {
    g_seen = steps;
    g_stalled = 0;
    return;
  }
  if (++g_stalled >= limit()) g_watch.load()->end();
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
