// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/goal_file.h"

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/link/packet.h"
#include "host/schedule/schedule_check.h"

namespace xb {
namespace {

/// Throws InputError if the program has more ranks than there may be.
void check_ranks(const GoalProgram& program, const std::string& path, unsigned max_ranks) {
  const std::size_t ranks = program.schedule.ranks.size();
  if (max_ranks <= kMaxPorts && ranks > kMaxPorts) {
    throw InputError("schedule: {} has {} ranks; allowed: at most {}, the ports that a switch can have", path,
                     ranks, kMaxPorts);
  }
  if (ranks > max_ranks) {
    throw not_allowed("ports", max_ranks, "at least the ranks of {}, {}", path, ranks);
  }
}

}  // namespace

std::shared_ptr<const GoalProgram> load_goal(const std::string& path, unsigned max_ranks) {
  return GoalFiles().load(path, max_ranks);
}

std::shared_ptr<const GoalProgram> GoalFiles::load(const std::string& path, unsigned max_ranks) {
  auto& program = programs_[path];
  if (program == nullptr) {
    auto read = std::make_shared<GoalProgram>(
        read_goal(read_text_file(path, "schedule", "a file that can be read"), path));
    check_schedule(read->schedule, read->places);
    program = std::move(read);
  }
  check_ranks(*program, path, max_ranks);
  return program;
}

}  // namespace xb
