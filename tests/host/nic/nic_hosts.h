// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <vector>

#include "host/link/workload.h"
#include "host/nic/nic.h"

namespace xb::nic_hosts {

// Different primes, so that no sum is right by accident.
constexpr std::uint64_t kSend = 7, kGap = 53, kKernel = 13, kUser = 5, kUplink = 29, kTransit = 101;
constexpr std::uint64_t kLatency = kUplink + kTransit;  // L, memory to memory

inline NicSettings settings(std::uint64_t send_gap = kGap) {
  NicSettings s;
  s.timing = {kSend, send_gap, 0, kKernel, kUser, kUplink, 0};
  return s;  // packets of one byte and one beat
}

inline Schedule schedule_of(const std::vector<RankProgram>& programs) { return {programs}; }

/// Hosts whose links end in each other's memory, kTransit cycles after a packet starts on its link.
class Hosts {
 public:
  explicit Hosts(const std::vector<RankProgram>& programs, const NicSettings& s = settings())
      : schedule_(schedule_of(programs)), settings_(s), messages(schedule_, s.sizes) {
    for (unsigned rank = 0; rank < programs.size(); ++rank)
      nics.emplace_back(rank, schedule_, messages, settings_);
  }

  void run(std::uint64_t cycles) {
    for (const auto end = now_ + cycles; now_ < end; ++now_) {
      for (; !ends_.empty() && ends_.front().at == now_; ends_.pop_front())
        nics[ends_.front().from].delivered(ends_.front().to, now_);
      for (unsigned rank = 0; rank < nics.size(); ++rank) {
        if (nics[rank].next_event() <= now_) nics[rank].advance(now_);
        while (nics[rank].has_outgoing(now_)) {
          Nic::Outgoing packet;
          if (!nics[rank].take_outgoing(now_, packet)) break;
          starts.push_back(now_);
          beats.push_back(packet.length);
          if (lost.count(starts.size() - 1) != 0) continue;
          nics[packet.destination].arrive(rank, packet.note, now_ + kTransit);
          ends_.push_back({now_ + kTransit, rank, packet.destination});
        }
      }
    }
  }
  /// Cycle in which the rank's last operation finished, if all have.
  std::optional<std::uint64_t> end(unsigned rank) const {
    return nics[rank].finished() ? std::optional<std::uint64_t>(nics[rank].finished_at()) : std::nullopt;
  }

  std::vector<std::uint64_t> starts;  // of packets on any link
  std::vector<unsigned> beats;        // of the same packets
  std::set<std::size_t> lost;         // those of them that never arrive

 private:
  Schedule schedule_;
  NicSettings settings_;

 public:
  MessageTable messages;
  std::vector<Nic> nics;

 private:
  struct End {
    std::uint64_t at;
    unsigned from, to;
  };
  std::uint64_t now_ = 0;
  std::deque<End> ends_;  // of packets' journeys
};

inline std::vector<RankProgram> two() { return std::vector<RankProgram>(2); }

}  // namespace xb::nic_hosts
