// SPDX-License-Identifier: Apache-2.0
#include "host/measure/ideal_outputs.h"

#include <algorithm>
#include <utility>

namespace xb {

/// All slots are full.
void IdealOutputs::Pauses::grow() {
  std::rotate(slots_.begin(), slots_.begin() + first_, slots_.end());
  first_ = 0;
  end_ = mask_ + 1;
  mask_ += end_;
  slots_.resize(std::size_t{2} * end_);
}

IdealOutputs::IdealOutputs(const std::vector<unsigned>& cycles_per_beat) : ranks_(cycles_per_beat.size()) {
  for (const unsigned cycles : cycles_per_beat) outputs_.push_back({cycles});
}

std::uint64_t IdealOutputs::arrived(unsigned destination, unsigned beats, const LoneOut& alone) {
  Output& output = outputs_[destination];
  if (!output.apart && alone.cycle <= alone.soon) return send_by_rank(output, alone.least, beats, false);
  const std::uint64_t name = join(output, beats, alone.cycle, alone.soon);
  rank(destination, beats, alone.least, alone.soon);
  return name;
}

/// Others may reach the output before a packet, or one that waits for them.
void IdealOutputs::rank_later(Output& output, unsigned beats, std::uint64_t least) {
  output.waits = true;
  output.next_look = 0;
  Ring<Arrival>& ranks = ranks_[static_cast<std::size_t>(&output - outputs_.data())];
  ranks.push({least, beats});
  for (std::uint32_t n = ranks.size() - 1; n > 0 && least < ranks[n - 1].cycle; --n)
    std::swap(ranks[n], ranks[n - 1]);
}

/// The group of a packet that reaches its output in `cycle`.
std::uint32_t IdealOutputs::meet(Output& output, std::uint64_t cycle, std::uint64_t soon) {
  if (!output.apart) output.free_apart = output.free;
  output.apart = true;
  // Nothing comes before these any more.
  while (output.first != kNone && groups_[output.first].cycle < soon) send_first(output);
  output.met = {Open{cycle, group_of(output, cycle)}, output.met[0]};
  return output.met[0].place;
}

/// One that is not sent, in the order of their cycles.
std::uint32_t IdealOutputs::group_of(Output& output, std::uint64_t cycle) {
  if (unused_ == kNone) {
    groups_.push_back({0, 0, 0, kNone, false});
    unused_ = static_cast<std::uint32_t>(groups_.size() - 1);
  }
  std::uint32_t* place = &output.first;
  while (*place != kNone && groups_[*place].cycle < cycle) place = &groups_[*place].next;
  if (*place != kNone && groups_[*place].cycle == cycle) return *place;
  const std::uint32_t added = unused_;
  unused_ = groups_[added].next;
  groups_[added] = {cycle, 0, 0, *place, false};
  return *place = added;
}

void IdealOutputs::send_first(Output& output) {
  const std::uint32_t place = output.first;
  Group& group = groups_[place];
  output.first = group.next;
  for (Open& open : output.met)
    if (open.place == place) open.cycle = kNever;
  group.cycle = std::max(on_link(group.cycle, output.period), output.free_apart);
  output.free_apart = group.cycle + group.length;
  group.sent = true;
}

/// Sends what reaches an output until cycle `now`, by rank as many beats as have left the switch.
void IdealOutputs::settle(Output& output, std::uint64_t now) {
  Ring<Arrival>& ranks = ranks_[static_cast<std::size_t>(&output - outputs_.data())];
  if (output.left > output.pauses.begin()) pass_pauses(output);
  while (!ranks.empty() && (ranks.front().cycle <= now || output.left > output.free)) {
    const Arrival packet = ranks.front();
    ranks.pop();
    send_by_rank(output, packet.cycle, packet.beats, true);
  }
}

}  // namespace xb
