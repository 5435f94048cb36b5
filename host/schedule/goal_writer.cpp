// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/goal_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace xb {
namespace {

using Text = fmt::memory_buffer;

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
