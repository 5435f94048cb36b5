// SPDX-License-Identifier: Apache-2.0
#include "host/measure/measures.h"

#include <algorithm>
#include <cstring>

namespace xb {

Measures::Measures(unsigned ports, unsigned queues, const Settings& settings)
    : ports_(ports),
      queues_(queues),
      cycles_per_beat_(settings.cycles_per_beat),
      blame_(std::size_t{ports} * ports),
      victims_(std::size_t{ports} * ports),
      pool_blame_(std::size_t{ports} * ports),
      victim_sets_(ports),
      level_(queues),
      beats_((queues + kBlock - 1) / kBlock * kBlock),
      packets_(beats_.size()),
      touched_(beats_.size()),
      intervals_(settings.intervals),
      drops_(settings.drops),
      losses_(ports, queues) {
  series_.period = settings.series_period;
}

void Measures::open(std::uint64_t now, std::uint64_t offered_beats, std::uint64_t offered_packets,
                    const SwitchOutputs& before) {
  open_ = true;
  begin_ = end_ = now;
  offered_beats_ = offered_beats;
  offered_packets_ = offered_packets;
  total_level_.since = total_packets_level_.since = now;
  total_level_.beats = total_packets_level_.beats = 0;
  for (unsigned q = 0; q < queues_; ++q) {
    level_[q].since = now;
    level_[q].beats = beats_[q] = before.occ_beats[q];
    level_[q].packets = packets_[q] = before.occ_packets[q];
    total_level_.beats += before.occ_beats[q];
    total_packets_level_.beats += before.occ_packets[q];
  }
  stretch_end_ = intervals_ ? now + kStretchCycles : kNever;
  losses_.open(before);
  series_.first_cycle = now;
  if (series_.period > 0) next_sample_ = now;
}

void Measures::close(std::uint64_t now, std::uint64_t offered_beats, std::uint64_t offered_packets,
                     const SwitchOutputs& after) {
  open_ = false;
  end_ = now;
  offered_beats_ = offered_beats - offered_beats_;
  offered_packets_ = offered_packets - offered_packets_;
  const auto finish = [now](Level& level) { level.histogram.add(level.beats, now - level.since); };
  for (auto& level : level_) finish(level);
  finish(total_level_);
  finish(total_packets_level_);
  losses_.look(after);
  next_sample_ = kNever;
}

double Measures::offered_load() const { return share(offered_beats_) * cycles_per_beat_; }

void Measures::skip(std::uint64_t now, std::uint64_t cycles, const SwitchOutputs& out,
                    unsigned delivered_beats) {
  if (!open_) return take_registers(out);
  if (!flags_count_) count_losses(out);
  const auto level = static_cast<std::int64_t>(total_level_.beats);
  count_levels(now, out, cycles);
  const std::int64_t slope =
      (static_cast<std::int64_t>(total_level_.beats) - level) / static_cast<std::int64_t>(cycles);
  const auto count = [&](std::uint64_t part) {
    count_flags(out, flags_count_ ? part : part - 1);
    flags_count_ = true;
    delivered_beats_ += part * delivered_beats;
  };
  if (!intervals_) return count(cycles);
  const bool idle = level == 0 && slope == 0 && total_packets_level_.beats == 0 && delivered_beats == 0 &&
                    (out.blocked | out.pool | out.idle_with_work) == 0;
  // Up to each end of a stretch on the way. The level in cycle now+j is level + (j+1) slope.
  for (std::uint64_t done = 0; done < cycles;) {
    if (idle && now + done + kStretchCycles == stretch_end_ && cycles - done >= kStretchCycles) {
      const std::uint64_t stretches = (cycles - done) / kStretchCycles;
      add_idle(stretches);
      done += stretches * kStretchCycles;
      continue;
    }
    const std::uint64_t part = std::min(cycles - done, stretch_end_ - (now + done));
    const auto first = static_cast<std::int64_t>(done);
    const auto end = static_cast<std::int64_t>(done + part);
    count(part);
    stretch_.beats += static_cast<std::uint64_t>((end - first) * level +
                                                 slope * (end * (end + 1) - first * (first + 1)) / 2);
    stretch_.packets += part * total_packets_level_.beats;
    done += part;
    if (now + done == stretch_end_) end_stretch(out);
  }
}

/// In the first cycle of the window, and in the one after its last.
void Measures::count_losses(const SwitchOutputs& out) {
  if (open_)
    losses_.open(out);
  else
    losses_.look(out);
}

void Measures::count_flags(const SwitchOutputs& out, std::uint64_t cycles) {
  if ((out.blocked | out.blocked_backpressure | out.hol | out.pool | out.idle_with_work) == 0) return;
  blocked_ += cycles * port_count(out.blocked);
  blocked_backpressure_ += cycles * port_count(out.blocked_backpressure);
  idle_with_work_ += cycles * port_count(out.idle_with_work);
  hol_ += cycles * port_count(out.hol);
  for_each_port(out.hol, [&](unsigned input) {
    blame_[std::size_t{input} * ports_ + out.blocked_by[input]] += cycles;
    victim_sets_[input].add(out.hol_victims[input], cycles, &victims_[std::size_t{input} * ports_]);
  });
  pool_ += cycles * port_count(out.pool);
  for_each_port(out.pool, [&](unsigned input) {
    pool_blame_[std::size_t{input} * ports_ + out.pool_by[input]] += cycles;
  });
}

std::vector<std::uint64_t> Measures::victims() const {
  std::vector<std::uint64_t> victims = victims_;
  for (unsigned input = 0; input < ports_; ++input)
    victim_sets_[input].add_to(&victims[std::size_t{input} * ports_]);
  return victims;
}

void Measures::Level::count_ramp(std::uint32_t last, std::uint64_t cycles) {
  const auto step = static_cast<std::int64_t>(last) - static_cast<std::int64_t>(beats);
  const std::int64_t per_cycle = step / static_cast<std::int64_t>(cycles);
  for (std::uint64_t k = 1; k < cycles; ++k) {
    histogram.add(static_cast<std::uint64_t>(beats + static_cast<std::int64_t>(k) * per_cycle));
  }
}

/// Queues whose occupancy is not that of the cycle before. Which those are no processor can guess, so that it
/// is asked of many at once.
void Measures::find_touched(const SwitchOutputs& out) {
  using Four [[gnu::vector_size(16)]] = std::uint32_t;
  const auto load = [](const std::uint32_t* from) {
    Four four;
    std::memcpy(&four, from, sizeof(four));
    return four;
  };
  touched_count_ = 0;
  for (unsigned first = 0; first < queues_; first += kBlock) {
    Four bits{1, 2, 4, 8}, same{};
    for (unsigned q = first; q < first + kBlock; q += 4, bits <<= 4U) {
      const Four differs =
          (load(out.occ_beats + q) ^ load(&beats_[q])) | (load(out.occ_packets + q) ^ load(&packets_[q]));
      same |= reinterpret_cast<Four>(differs == 0) & bits;
    }
    const unsigned queues = std::min(kBlock, queues_ - first);
    std::uint32_t left = ~(same[0] | same[1] | same[2] | same[3]) & ((1U << queues) - 1);
    for (; left != 0; left &= left - 1) {
      const unsigned q = first + static_cast<unsigned>(__builtin_ctz(left));
      touched_[touched_count_++] = static_cast<std::uint16_t>(q);
      beats_[q] = out.occ_beats[q];
      packets_[q] = out.occ_packets[q];
    }
  }
}

template <class Cycles>
void Measures::count_levels(std::uint64_t now, const SwitchOutputs& out, Cycles cycles) {
  std::uint32_t total = total_level_.beats;
  std::uint32_t packets = total_packets_level_.beats;
  const auto look_at = [&](unsigned q) {
    QueueLevel& level = level_[q];
    const std::uint32_t beats = out.occ_beats[q];
    total += beats - level.beats;
    level.ramp(beats, now, cycles);
    packets += out.occ_packets[q] - level.packets;
    level.packets = out.occ_packets[q];
  };
  if (out.touched_known) {
    for (unsigned n = 0; n < out.touched_count; ++n) look_at(out.touched[n]);
  } else {
    find_touched(out);
    for (unsigned n = 0; n < touched_count_; ++n) look_at(touched_[n]);
  }
  if (total != total_level_.beats) total_level_.ramp(total, now, cycles);
  if (packets != total_packets_level_.beats) total_packets_level_.ramp(packets, now, One{});
}
template void Measures::count_levels(std::uint64_t, const SwitchOutputs&, One);

void Measures::end_stretch(const SwitchOutputs& out) {
  const Stretch& begin = stretch_;
  const auto since = [](std::uint64_t count, std::uint64_t before) {
    return static_cast<double>(count - before);
  };
  const auto packets = static_cast<double>(begin.delivered_packets);
  const Weights weights = weights_of(packets);
  const std::array<double, kSeries> sums{since(delivered_beats_, begin.delivered_beats),
                                         static_cast<double>(begin.latency),
                                         static_cast<double>(begin.queueing),
                                         since(blocked_, begin.blocked),
                                         since(blocked_backpressure_, begin.backpressure),
                                         since(hol_, begin.hol),
                                         since(pool_, begin.pool),
                                         since(idle_with_work_, begin.idle_with_work),
                                         static_cast<double>(begin.beats),
                                         static_cast<double>(begin.packets),
                                         drops_ ? static_cast<double>(losses_.take_full(out)) : 0,
                                         static_cast<double>(begin.lag)};
  std::array<Batch, kSeries> row;
  bool empty = packets == 0;
  for (unsigned s = 0; s < kSeries; ++s) {
    row[s] = {sums[s], weights[s]};
    empty = empty && sums[s] == 0;
  }
  if (empty)
    batches_.add_empty(weights.data(), 1);
  else
    batches_.add(row.data());
  stretch_ = {delivered_beats_, blocked_, blocked_backpressure_, hol_, pool_, idle_with_work_};
  stretch_end_ += kStretchCycles;
}

/// Stretches from the beginning of one on in which the switch is empty and nothing happens.
void Measures::add_idle(std::uint64_t stretches) {
  batches_.add_empty(weights_of(0).data(), stretches);
  stretch_end_ += stretches * kStretchCycles;
}

/// What the sums over a stretch in which so many packets came are divided by.
Measures::Weights Measures::weights_of(double packets) const {
  constexpr auto kCycles = static_cast<double>(kStretchCycles);
  const double ports = kCycles * ports_;
  const double beats = ports / cycles_per_beat_;
  return {beats, packets, packets, ports, ports, ports, ports, beats, kCycles, kCycles, kCycles, packets};
}

void Measures::sample(const SwitchOutputs& out) {
  if (sink_) {
    sink_(next_sample_, out);
    ++series_.samples;
  } else {
    series_.add(out, queues_);
  }
  next_sample_ = series_.next_cycle();
}

Estimate Measures::loss() const {
  return {share_of(losses_.full() + losses_.misrouted(), offered_packets_), loss_ci95()};
}

std::optional<double> Measures::loss_ci95() const {
  if (!intervals_) return {};
  if (!drops_) return 0;
  // No loss among so many packets does not say how rare it is.
  const BatchMeans dropped = batches(kDropped);
  if (offered_packets_ == 0 || dropped.mean() == 0) return {};
  const std::optional<double> per_cycle = dropped.ci95(correlation_time());
  if (!per_cycle) return {};
  return *per_cycle * static_cast<double>(measured_cycles()) / static_cast<double>(offered_packets_);
}

}  // namespace xb
