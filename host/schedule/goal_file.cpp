// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/goal_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

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

namespace {

using Text = fmt::memory_buffer;

/// No reader takes a larger number, neither ours nor LogGOPSim's converter.
void check_size(std::size_t rank, OpId id, const Op& op) {
  const bool computes = op.kind == OpKind::Compute;
  const std::uint64_t most = computes ? kMaxCalcNanoseconds : kMaxMessageBytes;
  if (op.size > most) {
    throw InputError(
        "schedule: rank {}, operation {}: {} of '{}' {} is not allowed in GOAL text; allowed: 0..{}", rank,
        id + 1, computes ? "a calculation" : "a message", op.size, computes ? "ns" : "bytes", most);
  }
}

void write_op(Text& text, OpId id, const Op& op) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "l{}: ", id + 1);
  if (op.kind == OpKind::Compute) {
    fmt::format_to(out, "calc {}", op.size);
  } else {
    fmt::format_to(out, "{} {}b {} ", op.kind == OpKind::Send ? "send" : "recv", op.size,
                   op.kind == OpKind::Send ? "to" : "from");
    if (op.kind == OpKind::Receive && op.peer == kAnyRank)
      fmt::format_to(out, "-1");
    else
      fmt::format_to(out, "{}", op.peer);
    if (op.tag == kAnyTag)
      fmt::format_to(out, " tag -1");
    else
      fmt::format_to(out, " tag {}", op.tag);
  }
  if (op.cpu != 0) fmt::format_to(out, " cpu {}", op.cpu);
  if (op.kind != OpKind::Compute && op.nic != 0) fmt::format_to(out, " nic {}", op.nic);
  fmt::format_to(out, "\n");
}

}  // namespace

std::string write_goal(const Schedule& schedule) {
  Text text;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "num_ranks {}\n", schedule.ranks.size());
  for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
    const RankProgram& program = schedule.ranks[rank];
    fmt::format_to(out, "\nrank {} {{\n", rank);
    auto next = program.dependencies().begin();
    for (OpId id = 0; id < program.ops().size(); ++id) {
      check_size(rank, id, program.ops()[id]);
      write_op(text, id, program.ops()[id]);
      // As early as labels and order allow: usually right after the operation that waits.
      for (; next != program.dependencies().end() && std::max(next->op, next->first) <= id; ++next)
        fmt::format_to(out, "l{} {} l{}\n", next->op + 1, next->on_start ? "irequires" : "requires",
                       next->first + 1);
    }
    fmt::format_to(out, "}}\n");
  }
  return fmt::to_string(text);
}

}  // namespace xb
