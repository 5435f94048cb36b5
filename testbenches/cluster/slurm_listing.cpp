// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/slurm_listing.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "host/base/parse_number.h"

namespace xb {
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::optional<ChunkState> state_of(const std::string& name) {
  for (const char* ended : {"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL",
                            "OUT_OF_MEMORY", "PREEMPTED", "REVOKED", "SPECIAL_EXIT", "TIMEOUT"}) {
    if (name == ended) return {};
  }
  for (const char* waits : {"PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD"}) {
    if (name == waits) return ChunkState::Waiting;
  }
  return ChunkState::Running;
}

}  // namespace

std::vector<SlurmTask> read_slurm_listing(const std::string& text, const std::string& prefix) {
  constexpr std::size_t kFields = 5;
  constexpr double kMostTasks = 1e9;
  std::vector<SlurmTask> tasks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::array<std::string, kFields> field;
    std::istringstream cells(line);
    for (std::string& cell : field) std::getline(cells, cell, '|');
    SlurmTask task{field[0], {field[3], 0}, false, state_of(field[2])};
    if (field[3].rfind(prefix, 0) != 0 || !parse_number(field[1], 0, kMostTasks, task.chunk.second)) continue;
    const bool waits = task.state == ChunkState::Waiting;
    task.held = waits && (lower_case(field[4]).find("held") != std::string::npos ||
                          field[2].find("HOLD") != std::string::npos);
    tasks.push_back(std::move(task));
  }
  return tasks;
}

bool slurm_did_not_answer(const std::string& message) {
  for (const char* words :
       {"Unable to contact", "Socket timed out", "Connection refused", "Connection timed out",
        "Connection reset", "Zero Bytes were transmitted", "temporarily unable", "Message receive failure",
        "Unexpected message received", "Transport endpoint"}) {
    if (message.find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace xb
