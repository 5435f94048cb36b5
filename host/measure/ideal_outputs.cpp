// SPDX-License-Identifier: Apache-2.0
#include "host/measure/ideal_outputs.h"

#include <algorithm>
#include <utility>

namespace xb {

/// All slots have been used: what is held goes to their begin, if it is little.
void IdealOutputs::Cycles::make_room() {
  const auto size = static_cast<std::size_t>(end_ - begin_),
             slots = static_cast<std::size_t>(limit_ - slots_.get());
  if (4 * size >= slots) {
    const std::size_t more = std::max<std::size_t>(16, 2 * slots);
    std::unique_ptr<std::uint64_t[]> larger(new std::uint64_t[more]);
    std::copy(begin_, end_, larger.get());
    slots_ = std::move(larger);
    limit_ = slots_.get() + more;
  } else {
    std::copy(begin_, end_, slots_.get());
  }
  begin_ = slots_.get();
  end_ = begin_ + size;
}

IdealOutputs::IdealOutputs(const std::vector<unsigned>& cycles_per_beat) {
  for (const unsigned cycles : cycles_per_beat) outputs_.push_back({cycles});
}

void IdealOutputs::expect(unsigned beats) {
  even_period_ = outputs_.front().period;
  const auto is_even = [this](const Output& output) { return output.period == even_period_; };
  if (!std::all_of(outputs_.begin(), outputs_.end(), is_even)) return;
  even_beats_ = beats;
  even_rest_ = (beats - 1) * even_period_;
  for (Output& output : outputs_) output.beats = beats;
}

/// From now on packets may be of any length. The first one reaches its output in `cycle`, none before.
void IdealOutputs::mix(Output& output, std::uint64_t cycle) {
  const std::uint64_t length = std::uint64_t{output.beats} * output.period;
  const Cycles firsts = std::exchange(output.times, {});
  even_beats_ = output.beats = 0;
  output.mixed = true;
  // Before the first packet in the real switch the link has been idle, or what it has sent is over.
  output.left = output.free = firsts.empty() ? output.free : std::min(firsts.front(), cycle);
  for (const std::uint64_t first : firsts) {
    if (output.free < first) pause(output, first);
    output.free += length;
  }
}

/// A packet reaches its output in `cycle`, before another one that has come before it.
void IdealOutputs::fill_pauses(Output& output, std::uint64_t cycle, std::uint64_t length) {
  Cycles& pauses = output.times;
  for (; !pauses.empty() && pauses.end()[-1] > cycle; pauses.pop_back(2))
    later_.emplace_back(pauses.end()[-2], pauses.end()[-1]);
  const auto put = [&pauses](std::uint64_t begin, std::uint64_t end) {
    if (begin == end) return;
    pauses.push(begin);
    pauses.push(end);
  };
  for (; !later_.empty(); later_.pop_back()) {
    const auto [begin, end] = later_.back();
    const std::uint64_t from = std::max(begin, cycle), to = std::min(end, from + length);
    length -= to - from;
    put(begin, from);
    put(to, end);
  }
  output.free += length;
  output.next_pause = pauses.empty() ? kNever : pauses.front();
  output.busy_from = pauses.empty() ? 0 : pauses.end()[-1];
}

/// The group of a packet that reaches its output in `cycle`.
std::uint32_t IdealOutputs::meet(Output& output, std::uint64_t cycle, std::uint64_t soon) {
  if (!output.apart) output.free_apart = output.free;
  output.apart = any_apart_ = true;
  // Nothing comes before these any more.
  while (output.first != kNone && groups_[output.first].cycle < soon) send_first(output);
  output.met = {Open{cycle, group_of(output, cycle)}, output.met[0]};
  return output.met[0].place;
}

/// One that is not sent, in the order of their cycles.
std::uint32_t IdealOutputs::group_of(Output& output, std::uint64_t cycle) {
  if (unused_ == kNone) {
    groups_.push_back({0, 0, kNone, false});
    unused_ = static_cast<std::uint32_t>(groups_.size() - 1);
  }
  std::uint32_t* place = &output.first;
  while (*place != kNone && groups_[*place].cycle < cycle) place = &groups_[*place].next;
  if (*place != kNone && groups_[*place].cycle == cycle) return *place;
  const std::uint32_t added = unused_;
  unused_ = groups_[added].next;
  groups_[added] = {cycle, 0, *place, false};
  return *place = added;
}

void IdealOutputs::send_first(Output& output) {
  const std::uint32_t place = output.first;
  Group& group = groups_[place];
  output.first = group.next;
  for (Open& open : output.met)
    if (open.place == place) open.cycle = kNever;
  group.cycle = std::max(on_link(group.cycle, output.period), output.free_apart);
  output.free_apart = group.cycle + static_cast<std::uint32_t>(group.content);
  group.sent = true;
}

}  // namespace xb
