// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/cluster.h"
#include "host/ring.h"
#include "host/schedule.h"

namespace xb {

/// One host: a CPU that executes a rank's program, and a network card, with the costs of Tam & Wang (2000).
///
/// Sending a packet costs the CPU O_s, then the NIC holds it until the link may take it: no sooner than the
/// uplink latency after that, nor g_s after the packet before. A delivered packet costs the CPU O_r (kernel),
/// and U_r once a receive is posted for it. One CPU: kernel before user before sends, not preemptive.
/// All times are cycles. The owner calls advance() at next_event() and when something happens.
class Nic {
 public:
  /// `program` must outlive the NIC.
  Nic(unsigned rank, const RankProgram& program, const NicTiming& timing);

  /// Catches up with everything due at `now`.
  void advance(std::uint64_t now);
  /// The next cycle at which something happens by itself.
  [[nodiscard]] std::uint64_t next_event() const { return next_event_; }

  /// A packet that the link may take at `now`, if any.
  struct Outgoing {
    std::uint64_t ready_at;
    std::uint16_t destination;
    std::uint32_t tag;
  };
  [[nodiscard]] bool has_outgoing(std::uint64_t now) const {
    return !outgoing_.empty() && outgoing_.front().ready_at <= now && now >= link_free_at_;
  }
  /// Takes that packet: it starts on the link now.
  Outgoing take_outgoing(std::uint64_t now);

  /// A packet from `source` is in host memory at `at` (>= the last such time).
  void arrive(unsigned source, std::uint32_t tag, std::uint64_t at);

  [[nodiscard]] bool finished() const { return ops_left_ == 0; }
  [[nodiscard]] std::uint64_t finished_at() const { return finished_at_; }
  /// One line: what this rank waits for.
  [[nodiscard]] std::string waits_for() const;

 private:
  // A NIC's send ring: bounds how far the CPU runs ahead of the link.
  static constexpr std::size_t kSendRingPackets = 16;

  enum class Task : std::uint8_t { None, Kernel, User, Send };
  struct Arrival {
    std::uint64_t at;
    std::uint64_t key;
  };
  /// Messages of one (source, tag): posted receives in order, and packets that came before any was posted.
  struct Match {
    Ring<OpId> posted;
    std::uint64_t early_packets = 0;
  };

  static std::uint64_t key_of(unsigned source, std::uint32_t tag) {
    return std::uint64_t{tag} << 16U | source;
  }
  [[nodiscard]] std::uint32_t packets_of(const Op& op) const {
    const std::uint64_t packets = (op.size + timing_.packet_bytes - 1) / timing_.packet_bytes;
    return static_cast<std::uint32_t>(packets == 0 ? 1 : packets);
  }
  void release(OpId op, std::uint64_t now);
  void finish(OpId op, std::uint64_t now);
  void complete_task(std::uint64_t now);
  bool begin_task(std::uint64_t now);
  void match_packet(std::uint64_t key);
  void claim(Match& match);
  void update_next_event(std::uint64_t now);

  unsigned rank_;
  const RankProgram& program_;
  NicTiming timing_;
  std::vector<std::uint32_t> packets_left_;     // per op
  std::vector<std::uint32_t> unmatched_;        // per receive: packets not yet claimed
  std::vector<std::uint32_t> waits_;            // per op: requirements left
  std::vector<std::uint32_t> successor_begin_;  // per op, into successors_
  std::vector<OpId> successors_;
  std::size_t ops_left_;
  std::uint64_t finished_at_ = 0;

  Ring<OpId> ready_sends_;
  Ring<OpId> user_work_;  // receives with a claimed packet, one entry a packet
  Ring<Arrival> arrivals_;
  std::unordered_map<std::uint64_t, Match> matches_;
  struct Timer {
    std::uint64_t at;
    OpId op;
  };
  std::vector<Timer> computing_;

  Task task_ = Task::None;
  std::uint64_t task_done_at_ = 0;
  std::uint64_t task_key_ = 0;  // Kernel: the packet
  OpId task_op_ = 0;            // User, Send: the operation

  Ring<Outgoing> outgoing_;
  std::uint64_t link_free_at_ = 0;
  std::uint64_t next_event_ = 0;
};

}  // namespace xb
