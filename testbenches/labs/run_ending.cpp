// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <csignal>
#include <sstream>

#include "host/base/pattern.h"
#include "testbenches/engines/engines.h"
#include "testbenches/labs/sandbox.h"

namespace xb {
namespace {

constexpr int kSignalled = 128;  // status of a process that a signal has ended, less the signal

/// The first line of the program's that says what is wrong.
std::string said_by_program(const std::string& errors) {
  static const std::string kBegin = "xbarlab: ";
  std::istringstream lines(errors);
  std::string said, first;
  for (std::string line; std::getline(lines, line);) {
    if (first.empty() && line.rfind("%Error", 0) == 0) first = line.substr(line.find(' ') + 1);
    if (line.rfind(kBegin, 0) != 0 || line.find("both models up to") != std::string::npos) continue;
    if (said.empty()) said = line.substr(kBegin.size());
  }
  return said.empty() ? first : said;
}

bool met_cpu_limit(const Captured& captured) {
  // A run with SystemC is in a child process, which says so.
  const std::string of_child = fmt::format("child process died (status {})", SIGXCPU);
  return captured.status == kSignalled + SIGXCPU || captured.errors.find(of_child) != std::string::npos;
}

}  // namespace

std::string difference_in_words(const std::string& line) {
  static const Pattern form(
      R"(lock-step difference in cycle (\d+): \w+\.(\w+)\[(\d+)\](?: word (\d+))?: rtl (\w+), systemc (\w+).*)");
  const std::vector<std::string> part = form.match(line);
  if (part.empty()) return line;
  const auto number = [&](std::size_t n) { return std::stoull(part[n], nullptr, 0); };
  const bool first_word = part[4] == "0";
  const std::string words = difference_in_words(part[2], part[3], first_word, number(5), number(6));
  return fmt::format("cycle {}: {}", part[1],
                     words.empty() ? fmt::format("{}[{}] is {}, where the twin's is {}", part[2], part[3],
                                                 number(5), number(6))
                                   : words);
}

bool met_time_limit(const Captured& captured) {
  return met_cpu_limit(captured) || captured.status == kSignalled + SIGKILL;
}

std::string run_ending(const Captured& captured, const SandboxLimits& limits) {
  const std::string all = captured.out + captured.errors;
  const auto has = [&](const char* text) { return all.find(text) != std::string::npos; };
  if (!captured.stopped.empty()) return "it was stopped: " + captured.stopped;
  if (met_cpu_limit(captured))
    return fmt::format("it was stopped after {} s of CPU time: an endless loop?", limits.cpu_seconds);
  if (captured.status == kSignalled + SIGKILL)
    return fmt::format("it was stopped: it took longer than {:g} s, or {} s of CPU time: an endless loop?",
                       limits.wall_seconds, limits.cpu_seconds);
  if (captured.status == kSignalled + SIGXFSZ)
    return fmt::format("it was stopped: it wrote more than {} MB into a file, or on its output",
                       limits.file_bytes >> 20U);
  if (has("did not converge"))
    return "a combinational loop: outputs of your logic come back to its inputs within a cycle, and never "
           "settle";
  if (has("out of memory") || has("bad_alloc") || has("memory ran out"))
    return fmt::format("it needs more memory than {} MB", limits.memory_bytes >> 20U);
  const std::string said = said_by_program(captured.errors);
  if (!said.empty()) return difference_in_words(said);
  if (captured.status > kSignalled)
    return fmt::format("it crashed (signal {})", captured.status - kSignalled);
  return fmt::format("it ended with status {}, and did not say why", captured.status);
}

}  // namespace xb
