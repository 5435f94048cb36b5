// SPDX-License-Identifier: Apache-2.0
#include "host/measures.h"

#include <cstring>

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

void Measures::count_flags(const SwitchOutputs& out) {
  blocked_ += static_cast<unsigned>(__builtin_popcountll(out.blocked));
  blocked_backpressure_ += static_cast<unsigned>(__builtin_popcountll(out.blocked_backpressure));
  idle_with_work_ += static_cast<unsigned>(__builtin_popcountll(out.idle_with_work));
  hol_ += static_cast<unsigned>(__builtin_popcountll(out.hol));
  for_each_port(out.hol, [&](unsigned input) {
    std::uint64_t* const row = &victims_[std::size_t{input} * ports_];
    ++blame_[std::size_t{input} * ports_ + out.blocked_by[input]];
    for_each_port(out.hol_victims[input], [&](unsigned output) { ++row[output]; });
  });
}

void Measures::count_occupancy(std::uint64_t now, const SwitchOutputs& out) {
  std::uint32_t total = total_level_.beats;
  for (unsigned q = 0; q < queues_; ++q) {
    Level& level = level_[q];
    const std::uint32_t beats = out.occ_beats[q];
    if (beats == level.beats) continue;
    queue_beats_[q].add(level.beats, now - level.since);
    total += beats - level.beats;
    level = {beats, now};
  }
  if (total != total_level_.beats) {
    total_beats_.add(total_level_.beats, now - total_level_.since);
    total_level_ = {total, now};
  }
  if (std::memcmp(packets_level_.data(), out.occ_packets, queues_ * sizeof(std::uint32_t)) == 0) return;
  std::uint32_t packets = 0;
  for (unsigned q = 0; q < queues_; ++q) packets += packets_level_[q] = out.occ_packets[q];
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
