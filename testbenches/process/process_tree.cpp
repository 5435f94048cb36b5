// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/process_tree.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "host/base/parse_number.h"

namespace xb {
namespace {

struct Process {
  pid_t pid = 0;
  std::size_t threads = 0;
};

/// By their parents.
std::multimap<pid_t, Process> processes_by_parent() {
  std::multimap<pid_t, Process> all;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    Process process;
    if (!parse_number(entry->path().filename().string(), 1, 1e9, process.pid)) continue;
    std::ifstream file(entry->path() / "stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // `PID (NAME) STATE PARENT ...`: the name may hold anything.
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string state, skipped;
    pid_t parent = 0;
    fields >> state >> parent;
    constexpr int kBetween = 15;  // fields up to the number of threads
    for (int n = 0; n < kBetween; ++n) fields >> skipped;
    if (fields >> process.threads) all.emplace(parent, process);
  }
  return all;
}

}  // namespace

std::size_t threads_below(pid_t process) {
  const auto children = processes_by_parent();
  std::size_t threads = 0;
  std::vector<pid_t> waiting{process};
  while (!waiting.empty()) {
    const auto [begin, end] = children.equal_range(waiting.back());
    waiting.pop_back();
    for (auto child = begin; child != end; ++child) {
      threads += child->second.threads;
      waiting.push_back(child->second.pid);
    }
  }
  return threads;
}

}  // namespace xb
