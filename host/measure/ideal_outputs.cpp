// SPDX-License-Identifier: Apache-2.0
#include "host/measure/ideal_outputs.h"

#include <algorithm>

namespace xb {

/// All slots are full.
void IdealOutputs::Pauses::grow() {
  std::rotate(slots_.begin(), slots_.begin() + first_, slots_.end());
  first_ = 0;
  end_ = mask_ + 1;
  mask_ += end_;
  slots_.resize(std::size_t{2} * end_);
}

IdealOutputs::IdealOutputs(const std::vector<unsigned>& cycles_per_beat)
    : calendar_(cycles_per_beat.size() * (last_day_ + 1)) {
  for (const unsigned cycles : cycles_per_beat) outputs_.push_back({cycles});
}

/// From now on packets may be of any length.
void IdealOutputs::mix(Output& output) {
  const std::uint64_t cycles = std::uint64_t{output.beats} * output.period;
  const Ring<std::uint64_t>& firsts = output.firsts;
  // The pause before the first one, if there is one, is over.
  output.left = firsts.empty() ? output.free : firsts.front();
  for (std::uint32_t n = 1; n < firsts.size(); ++n) {
    const std::uint64_t end = firsts[n - 1] + cycles;
    if (firsts[n] != end) output.pauses.push(end, firsts[n] - end);
  }
  output.next_look = output.pauses.begin();
  output.firsts = {};
  output.beats = 0;
  output.mixed = true;
}

/// A beat reaches its output so many cycles after the first in which it may wait.
void IdealOutputs::add_days(std::uint64_t last) {
  const std::vector<std::uint32_t> old = calendar_;
  const std::uint64_t old_last = last_day_;
  while (last_day_ < last) last_day_ = 2 * last_day_ + 1;
  calendar_.assign((last_day_ + 1) * outputs_.size(), 0);
  for (std::size_t n = 0; n < outputs_.size(); ++n) {
    const std::uint64_t from = outputs_[n].waits_from;
    for (std::uint64_t cycle = from; cycle <= from + old_last; ++cycle)
      days_of(n)[cycle & last_day_] = old[n * (old_last + 1) + (cycle & old_last)];
  }
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

/// Sends by rank as many beats as have left the switch, of what reaches an output until cycle `now`.
void IdealOutputs::settle(Output& output, std::uint64_t now) {
  if (output.left > output.pauses.begin()) pass_pauses(output);
  std::uint32_t* const days = days_of(static_cast<std::size_t>(&output - outputs_.data()));
  if (output.left > output.free) send_until(output, days, now, true);
  // A switch that is ahead.
  while (output.left > output.free && output.waiting != 0) send_until(output, days, output.waits_from, true);
  output.next_look = std::min(output.pauses.begin(), output.free);
}

}  // namespace xb
