// SPDX-License-Identifier: Apache-2.0
#include "host/schedule/schedule_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "host/base/errors.h"
#include "host/schedule/schedule_summary.h"

namespace xb {

bool in_order(const RankProgram& program) {
  return std::all_of(program.dependencies().begin(), program.dependencies().end(),
                     [](const RankProgram::Dependency& d) { return d.first < d.op; });
}

std::vector<OpId> start_order(const RankProgram& program) {
  const std::size_t count = program.ops().size();
  std::vector<std::uint32_t> waits(count, 0);
  std::vector<std::uint32_t> begin(count + 1, 0);  // per operation, into `after`
  for (const auto& d : program.dependencies()) {
    ++waits[d.op];
    ++begin[d.first + 1];
  }
  for (std::size_t op = 0; op < count; ++op) begin[op + 1] += begin[op];
  std::vector<OpId> after(program.dependencies().size());
  std::vector<std::uint32_t> fill = begin;
  for (const auto& d : program.dependencies()) after[fill[d.first]++] = d.op;

  std::vector<OpId> order;
  order.reserve(count);
  for (OpId op = 0; op < count; ++op) {
    if (waits[op] == 0) order.push_back(op);
  }
  for (std::size_t n = 0; n < order.size(); ++n) {
    for (std::uint32_t s = begin[order[n]]; s < begin[order[n] + 1]; ++s) {
      if (--waits[after[s]] == 0) order.push_back(after[s]);
    }
  }
  return order;
}

std::vector<OpId> dependency_cycle(const RankProgram& program) {
  if (in_order(program)) return {};
  const std::vector<OpId> order = start_order(program);
  const std::size_t count = program.ops().size();
  if (order.size() == count) return {};
  std::vector<bool> stuck(count, true);
  for (const OpId op : order) stuck[op] = false;
  // What is stuck waits for something stuck: whoever follows that comes round.
  std::vector<OpId> waits_for(count, 0);
  for (const auto& d : program.dependencies()) {
    if (stuck[d.op] && stuck[d.first]) waits_for[d.op] = d.first;
  }
  auto op = static_cast<OpId>(std::find(stuck.begin(), stuck.end(), true) - stuck.begin());
  std::vector<bool> passed(count, false);
  std::vector<OpId> path;
  for (; !passed[op]; op = waits_for[op]) {
    passed[op] = true;
    path.push_back(op);
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), op));
  return path;
}

namespace {

using Ends = std::vector<MessageEnd>;

std::string tag_text(std::uint32_t tag) { return tag == kAnyTag ? "any tag" : fmt::format("tag {}", tag); }
std::string source_text(const MessageEnd& r) { return r.any_source ? "any rank" : std::to_string(r.source); }

class ScheduleCheck {
 public:
  ScheduleCheck(const Schedule& schedule, const SchedulePlaces& places)
      : schedule_(schedule), places_(places) {}

  void check_peers() const;
  void check_cycles() const;
  void check_messages() const;

 private:
  [[noreturn]] void fail(std::size_t rank, OpId op, const std::string& what,
                         const std::string& allowed) const {
    throw InputError("{}: {}; allowed: {}", places_.of(rank, op), what, allowed);
  }
  [[noreturn]] void fail_send(const MessageEnd& send) const {
    fail(send.source, send.op,
         fmt::format("no receive for this send to {}, {}", send.destination, tag_text(send.tag)),
         "as many receives as sends of a source, destination and tag");
  }
  [[noreturn]] void fail_receive(const MessageEnd& receive) const {
    fail(receive.destination, receive.op,
         fmt::format("no send for this receive from {}, {}", source_text(receive), tag_text(receive.tag)),
         "as many sends as receives of a source, destination and tag");
  }
  [[nodiscard]] const Op& op_of(const MessageEnd& end, OpKind kind) const {
    return schedule_.ranks[end.rank(kind)].ops()[end.op];
  }
  void check_sizes(const MessageEnd& send, const MessageEnd& receive) const;
  void check_open(const Ends& sends, const Ends& receives) const;

  const Schedule& schedule_;
  const SchedulePlaces& places_;
};

void ScheduleCheck::check_peers() const {
  const std::size_t ranks = schedule_.ranks.size();
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const auto& ops = schedule_.ranks[rank].ops();
    for (OpId op = 0; op < ops.size(); ++op) {
      if (ops[op].kind == OpKind::Compute) continue;
      if (ops[op].nic != 0)
        fail(rank, op, fmt::format("nic {} is not allowed", ops[op].nic), "0, a rank has one port");
      const bool open = ops[op].kind == OpKind::Receive && ops[op].peer == kAnyRank;
      if (!open && ops[op].peer >= ranks)
        fail(rank, op, fmt::format("rank {} is not allowed", ops[op].peer), fmt::format("0..{}", ranks - 1));
      if (ops[op].peer == rank)
        fail(rank, op, fmt::format("rank {} sends to itself, or receives from itself", rank),
             "another rank (a copy in memory is a calc)");
    }
  }
}

void ScheduleCheck::check_cycles() const {
  constexpr std::size_t kShown = 8;
  for (std::size_t rank = 0; rank < schedule_.ranks.size(); ++rank) {
    const std::vector<OpId> cycle = dependency_cycle(schedule_.ranks[rank]);
    if (cycle.empty()) continue;
    std::string through;
    for (std::size_t n = 1; n < std::min(cycle.size(), kShown); ++n)
      through += places_.of(rank, cycle[n]) + ", ";
    if (cycle.size() > kShown) through += "..., ";
    fail(rank, cycle.front(),
         fmt::format("this operation waits for itself{}{}", through.empty() ? "" : " through ",
                     through.substr(0, through.size() - std::min<std::size_t>(2, through.size()))),
         "dependencies without a cycle");
  }
}

void ScheduleCheck::check_sizes(const MessageEnd& send, const MessageEnd& receive) const {
  const std::uint64_t sent = op_of(send, OpKind::Send).size;
  const std::uint64_t expected = op_of(receive, OpKind::Receive).size;
  if (sent == expected) return;
  fail(receive.destination, receive.op,
       fmt::format("this receive is of {} bytes, its send ({}) of {}", expected,
                   places_.of(send.source, send.op), sent),
       "the same size");
}

/// Open receives, and the sends that no receive names, of the ranks that have open receives. Which send goes
/// where is decided by the run; their numbers must fit.
void ScheduleCheck::check_open(const Ends& sends, const Ends& receives) const {
  using Key = std::pair<std::uint16_t, std::uint32_t>;  // rank, and source or tag
  using PerKey = std::map<Key, std::size_t>;
  using PerRank = std::map<std::uint16_t, std::size_t>;
  PerKey sent_by_source;
  PerKey sent_by_tag;
  PerKey open_by_source;
  PerKey open_by_tag;
  PerRank sent;
  PerRank open;
  PerRank open_for_all;
  for (const MessageEnd& s : sends) {
    ++sent[s.destination];
    ++sent_by_source[{s.destination, s.source}];
    ++sent_by_tag[{s.destination, s.tag}];
  }
  for (const MessageEnd& r : receives) {
    const bool by_source = !r.any_source;
    const bool by_tag = r.tag != kAnyTag;
    if (++open[r.destination] > sent[r.destination]) fail_receive(r);
    if (by_source && ++open_by_source[{r.destination, r.source}] > sent_by_source[{r.destination, r.source}])
      fail_receive(r);
    if (by_tag && ++open_by_tag[{r.destination, r.tag}] > sent_by_tag[{r.destination, r.tag}])
      fail_receive(r);
    if (!by_source && !by_tag) ++open_for_all[r.destination];
  }
  for (const MessageEnd& s : sends) {
    const bool fits = open_for_all.count(s.destination) > 0 ||
                      open_by_source.count({s.destination, s.source}) > 0 ||
                      open_by_tag.count({s.destination, s.tag}) > 0;
    if (!fits || sent[s.destination] > open[s.destination]) fail_send(s);
  }
}

void ScheduleCheck::check_messages() const {
  const Ends sends = message_ends(schedule_, OpKind::Send);
  Ends named = message_ends(schedule_, OpKind::Receive);
  const auto first_open =
      std::stable_partition(named.begin(), named.end(), [](const MessageEnd& r) { return !r.is_open(); });
  const Ends open(first_open, named.end());
  named.erase(first_open, named.end());
  std::vector<bool> has_open(schedule_.ranks.size(), false);
  for (const MessageEnd& r : open) has_open[r.destination] = true;

  Ends unnamed;  // sends for open receives
  auto receive = named.begin();
  for (const MessageEnd& send : sends) {
    if (receive != named.end() && receive->flow() < send.flow()) fail_receive(*receive);
    if (receive != named.end() && receive->flow() == send.flow()) {
      if (!has_open[send.destination]) check_sizes(send, *receive);
      ++receive;
    } else if (has_open[send.destination]) {
      unnamed.push_back(send);
    } else {
      fail_send(send);
    }
  }
  if (receive != named.end()) fail_receive(*receive);
  check_open(unnamed, open);
}

}  // namespace

void check_schedule(const Schedule& schedule, const SchedulePlaces& places) {
  const ScheduleCheck check(schedule, places);
  check.check_peers();
  check.check_cycles();
  check.check_messages();
}

}  // namespace xb
