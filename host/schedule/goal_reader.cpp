// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/goal_reader.h"

#include <fmt/format.h>

#include <cstring>

#include "host/schedule/goal_scanner.h"

namespace xb {
namespace {

constexpr std::uint64_t kMaxTag = kAnyTag - 1;
constexpr std::uint64_t kMaxCpu = 255;
constexpr std::uint64_t kMaxNic = 255;

/// Compared without a call, as GoalScanner::take() does.
template <std::size_t kSize>
bool is_word(std::string_view word, const char (&other)[kSize]) {
  return word.size() == kSize - 1 && std::memcmp(word.data(), other, kSize - 1) == 0;
}

class GoalReader {
 public:
  GoalReader(std::string_view text, const std::string& file) : scan_(text, file) { out_.places.file = file; }

  GoalProgram read() {
    read_header();
    for (scan_.skip_to_line(); !scan_.at_end(); scan_.skip_to_line()) read_rank();
    return std::move(out_);
  }

 private:
  void read_header();
  void read_rank();
  bool read_line();
  void read_op(OpKind kind, std::string_view label);
  void read_peer(Op& op);
  void read_tag(Op& op);
  void read_dependency(std::string_view label);
  OpId labelled(std::string_view label);

  GoalScanner scan_;
  LabelTable labels_;
  GoalProgram out_;
  unsigned rank_ = 0;
  unsigned next_rank_ = 0;  // the lowest that may follow
};

void GoalReader::read_header() {
  scan_.skip_to_line();
  if (!scan_.take("num_ranks")) scan_.fail_here("'num_ranks' and their number");
  const std::uint64_t ranks = scan_.number("the number of ranks", 1, kMaxGoalRanks);
  scan_.end_line("the end of the line");
  out_.schedule.ranks.resize(ranks);
  out_.places.lines.resize(ranks);
}

void GoalReader::read_rank() {
  if (scan_.take_identifier() != "rank") scan_.fail("no rank starts here", "'rank', its number, and '{'");
  const std::size_t ranks = out_.schedule.ranks.size();
  rank_ = static_cast<unsigned>(scan_.number("the rank", 0, ranks - 1));
  if (rank_ < next_rank_)
    scan_.fail(fmt::format("rank {} is not allowed here", rank_), "each rank once, in ascending order");
  next_rank_ = rank_ + 1;
  if (!scan_.take("{")) scan_.fail_here("'{'");
  scan_.end_line("the end of the line");
  labels_.clear();
  while (read_line()) {
  }
}

/// False at the end of the rank.
bool GoalReader::read_line() {
  scan_.skip_to_line();
  if (scan_.take("}")) return false;
  const std::string_view word = scan_.take_identifier();
  if (is_word(word, "send")) return read_op(OpKind::Send, {}), true;
  if (is_word(word, "recv")) return read_op(OpKind::Receive, {}), true;
  if (is_word(word, "calc")) return read_op(OpKind::Compute, {}), true;
  if (word.empty() || is_word(word, "rank") || is_word(word, "num_ranks")) {
    if (!word.empty()) scan_.fail(fmt::format("'{}' is not allowed inside a rank", word), "'}' before it");
    scan_.fail_here("a label, send, recv, calc, or '}'");
  }
  if (!scan_.take(":")) return read_dependency(word), true;
  if (scan_.take("send")) return read_op(OpKind::Send, word), true;
  if (scan_.take("recv")) return read_op(OpKind::Receive, word), true;
  if (scan_.take("calc")) return read_op(OpKind::Compute, word), true;
  scan_.fail_here("send, recv or calc");
}

void GoalReader::read_peer(Op& op) {
  const bool send = op.kind == OpKind::Send;
  op.size = scan_.number("the size", 0, kMaxMessageBytes);
  if (!scan_.take("b")) scan_.fail_here("'b' after the number of bytes");
  if (!(send ? scan_.take("to") : scan_.take("from")))
    scan_.fail_here(send ? "'to' and a rank" : "'from' and a rank");
  if (!send && scan_.take("-1"))
    op.peer = kAnyRank;
  else
    op.peer = static_cast<std::uint32_t>(
        scan_.number(send ? "the destination" : "the source", 0, out_.schedule.ranks.size() - 1));
}

void GoalReader::read_tag(Op& op) {
  if (!scan_.take("-1")) {
    op.tag = static_cast<std::uint32_t>(scan_.number("the tag", 0, kMaxTag));
  } else if (op.kind == OpKind::Receive) {
    op.tag = kAnyTag;
  } else {
    scan_.fail("the tag: '-1' is not allowed for a send", fmt::format("0..{}; -1 for a receive", kMaxTag));
  }
}

void GoalReader::read_op(OpKind kind, std::string_view label) {
  Op op;
  op.kind = kind;
  const std::uint32_t line = scan_.line();
  const char* may_follow = "'cpu', or the end of the line";
  if (kind == OpKind::Compute) {
    op.size = scan_.number("the nanoseconds", 0, kMaxCalcNanoseconds);
  } else {
    read_peer(op);
    may_follow = "'tag', 'cpu', 'nic' in this order, or the end of the line";
    if (scan_.take("tag")) read_tag(op);
  }
  if (!scan_.at_newline()) {
    if (scan_.take("cpu")) op.cpu = static_cast<std::uint8_t>(scan_.number("the cpu", 0, kMaxCpu));
    if (kind != OpKind::Compute && scan_.take("nic"))
      op.nic = static_cast<std::uint8_t>(scan_.number("the nic", 0, kMaxNic));
  }
  const OpId id = out_.schedule.ranks[rank_].add(op);
  out_.places.lines[rank_].push_back(line);
  if (!label.empty() && !labels_.insert(label, id))
    scan_.fail(fmt::format("the label '{}' is there already", label), "each label once in a rank");
  scan_.end_line(may_follow);
}

OpId GoalReader::labelled(std::string_view label) {
  const OpId* op = labels_.find(label);
  if (op == nullptr)
    scan_.fail(fmt::format("there is no operation '{}' yet", label),
               "labels of operations above, in the same rank");
  return *op;
}

void GoalReader::read_dependency(std::string_view label) {
  const bool on_end = scan_.take("requires");
  if (!on_end && !scan_.take("irequires")) scan_.fail_here("':', 'requires' or 'irequires' after a label");
  const std::string_view first_label = scan_.take_identifier();
  if (first_label.empty()) scan_.fail_here("a label");
  const OpId op = labelled(label);
  const OpId first = labelled(first_label);
  RankProgram& program = out_.schedule.ranks[rank_];
  if (on_end)
    program.require(op, first);
  else
    program.require_start(op, first);
  scan_.end_line("the end of the line");
}

}  // namespace

GoalProgram read_goal(std::string_view text, const std::string& file) {
  return GoalReader(text, file).read();
}

}  // namespace xb
