// SPDX-License-Identifier: Apache-2.0
#include "host/measures.h"

namespace xb {

Measures::Measures(unsigned ports, unsigned queues, unsigned cycles_per_beat)
    : ports_(ports),
      queues_(queues),
      cycles_per_beat_(cycles_per_beat),
      blame_(std::size_t{ports} * ports),
      victims_(std::size_t{ports} * ports),
      level_(queues),
      packets_level_(queues),
      queue_beats_(queues) {}

void Measures::open(std::uint64_t now, std::uint64_t offered_beats, std::uint64_t offered_packets,
                    const SwitchOutputs& before) {
  open_ = true;
  begin_ = end_ = now;
  offered_beats_ = offered_beats;
  offered_packets_ = offered_packets;
  total_level_ = total_packets_level_ = {0, now};
  for (unsigned q = 0; q < queues_; ++q) {
    level_[q] = {before.occ_beats[q], now};
    packets_level_[q] = before.occ_packets[q];
    total_level_.beats += before.occ_beats[q];
    total_packets_level_.beats += before.occ_packets[q];
  }
  stretch_end_ = now + kStretchCycles;
}

void Measures::close(std::uint64_t now, std::uint64_t offered_beats, std::uint64_t offered_packets) {
  open_ = false;
  end_ = now;
  offered_beats_ = offered_beats - offered_beats_;
  offered_packets_ = offered_packets - offered_packets_;
  for (unsigned q = 0; q < queues_; ++q) queue_beats_[q].add(level_[q].beats, now - level_[q].since);
  total_beats_.add(total_level_.beats, now - total_level_.since);
  total_packets_.add(total_packets_level_.beats, now - total_packets_level_.since);
}

double Measures::throughput() const { return share(delivered_beats_) * cycles_per_beat_; }

double Measures::offered_load() const { return share(offered_beats_) * cycles_per_beat_; }

void Measures::skip(std::uint64_t now, std::uint64_t cycles, const SwitchOutputs& out, PortMask delivered) {
  if (flags_count_) count_flags(out);
  flags_count_ = open_;
  if (!open_) return;
  if (cycles > 1) count_flags(out, cycles - 1);
  count_occupancy(now, out, cycles);
  const auto beats = static_cast<unsigned>(__builtin_popcountll(delivered));
  while (now + cycles >= stretch_end_) {
    const std::uint64_t part = stretch_end_ - now;
    delivered_beats_ += part * beats;
    now += part;
    cycles -= part;
    end_stretch();
  }
  delivered_beats_ += cycles * beats;
}

void Measures::count_flags(const SwitchOutputs& out, std::uint64_t cycles) {
  blocked_ += cycles * static_cast<unsigned>(__builtin_popcountll(out.blocked));
  blocked_backpressure_ += cycles * static_cast<unsigned>(__builtin_popcountll(out.blocked_backpressure));
  idle_with_work_ += cycles * static_cast<unsigned>(__builtin_popcountll(out.idle_with_work));
  hol_ += cycles * static_cast<unsigned>(__builtin_popcountll(out.hol));
  for_each_port(out.hol, [&](unsigned input) {
    std::uint64_t* const row = &victims_[std::size_t{input} * ports_];
    blame_[std::size_t{input} * ports_ + out.blocked_by[input]] += cycles;
    for_each_port(out.hol_victims[input], [&](unsigned output) { row[output] += cycles; });
  });
}

void Measures::ramp(Histogram& histogram, Level& level, std::uint32_t last, std::uint64_t now,
                    std::uint64_t cycles) {
  histogram.add(level.beats, now - level.since);
  const auto step = static_cast<std::int64_t>(last) - static_cast<std::int64_t>(level.beats);
  const std::int64_t per_cycle = step / static_cast<std::int64_t>(cycles);
  for (std::uint64_t k = 1; k < cycles; ++k) {
    histogram.add(static_cast<std::uint64_t>(level.beats + static_cast<std::int64_t>(k) * per_cycle));
  }
  level = {last, now + cycles - 1};
}

void Measures::count_occupancy(std::uint64_t now, const SwitchOutputs& out, std::uint64_t cycles) {
  std::uint32_t total = total_level_.beats;
  std::uint32_t packets = total_packets_level_.beats;
  const auto look_at = [&](unsigned q) {
    const std::uint32_t beats = out.occ_beats[q];
    if (beats != level_[q].beats) {
      total += beats - level_[q].beats;
      ramp(queue_beats_[q], level_[q], beats, now, cycles);
    }
    packets += out.occ_packets[q] - packets_level_[q];
    packets_level_[q] = out.occ_packets[q];
  };
  if (out.touched_known) {
    for (unsigned n = 0; n < out.touched_count; ++n) look_at(out.touched[n]);
  } else {
    for (unsigned q = 0; q < queues_; ++q) look_at(q);
  }
  if (total != total_level_.beats) ramp(total_beats_, total_level_, total, now, cycles);
  if (packets == total_packets_level_.beats) return;
  total_packets_.add(total_packets_level_.beats, now - total_packets_level_.since);
  total_packets_level_ = {packets, now};
}

void Measures::end_stretch() {
  const auto delivered = delivered_beats_ - stretch_delivered_;
  throughput_batches_.add(static_cast<double>(delivered),
                          static_cast<double>(kStretchCycles) * ports_ / cycles_per_beat_);
  latency_batches_.add(stretch_latency_, static_cast<double>(stretch_packets_));
  queueing_batches_.add(stretch_queueing_, static_cast<double>(stretch_packets_));
  stretch_delivered_ = delivered_beats_;
  stretch_latency_ = stretch_queueing_ = 0;
  stretch_packets_ = 0;
  stretch_end_ += kStretchCycles;
}

}  // namespace xb
