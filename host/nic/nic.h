// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "host/containers/ring.h"
#include "host/nic/dependency_graph.h"
#include "host/nic/go_back_n.h"
#include "host/nic/message_matcher.h"
#include "host/nic/nic_settings.h"
#include "host/nic/processor.h"
#include "host/schedule/schedule.h"
#include "host/schedule/turns.h"

namespace xb {

/// One host: processors that execute a rank's program, and a network card, with the costs of Tam & Wang
/// (2000).
///
/// Sending a packet costs the operation's processor O_s, then the card holds it until the link may take it:
/// no sooner than the uplink latency after that, nor g_s after the packet before. A delivered packet costs
/// processor 0 O_r (kernel), and the receive's processor U_r once a receive has it. A processor does kernel
/// work before user work before sends and calculations, and preempts nothing. docs/hosts.md tells it all. All
/// times are cycles. The owner calls advance() at next_event() and when something happens.
class Nic {
 public:
  /// The program starts in cycle `start_at`. `schedule` and `messages` must outlive the NIC.
  Nic(unsigned rank, const Schedule& schedule, MessageTable& messages, const NicSettings& settings,
      std::uint64_t start_at = 0);

  /// Catches up with everything due at `now`. Throws RunError if a packet came to the process twice, too
  /// early or not in order.
  void advance(std::uint64_t now) {
    if (prompt_ && started_) return advance_prompt(now);
    advance_any(now);
  }
  /// The next cycle at which something happens by itself.
  [[nodiscard]] std::uint64_t next_event() const { return next_event_; }

  /// A packet that starts on the link.
  struct Outgoing {
    unsigned destination = 0;
    unsigned length = 0;  ///< in the run's unit
    PacketNote note;
  };
  /// The link may have something to take at `now`.
  [[nodiscard]] bool has_outgoing(std::uint64_t now) const {
    return (!ring_.empty() && ring_.front().ready_at <= now && now >= link_free_at_) ||
           (!acks_.empty() && acks_.front().ready_at <= now);
  }
  /// Calls visit(destination) for each packet that the link might take at `now`, were it free.
  template <class Visit>
  void for_each_waiting(std::uint64_t now, Visit&& visit) const {
    for (std::uint32_t n = 0; n < ring_.size() && ring_[n].ready_at <= now; ++n) visit(ring_[n].destination);
  }
  /// Where it has_outgoing(now): what the link takes; false if all that waited is not needed any more.
  bool take_outgoing(std::uint64_t now, Outgoing& packet) {
    if (!prompt_) return take_any(now, packet);
    packet = take_first(now);
    advance_prompt(now);
    return true;
  }
  /// Nothing that it does takes time: if the link takes a packet in a cycle, advance() before that can be
  /// left out.
  [[nodiscard]] bool is_prompt() const { return prompt_; }
  /// The same of a prompt host in two parts: this one, and advance().
  Outgoing take_first(std::uint64_t now) {
    const Outgoing packet = outgoing(ring_.front());
    ring_.pop();
    link_free_at_ = now + settings_.timing.send_gap;
    return packet;
  }

  /// A packet from `source` has left the switch and is in host memory at `at` (>= the last such time).
  void arrive(unsigned source, const PacketNote& note, std::uint64_t at) {
    Arrival& arrival = arrivals_.extend();
    arrival.at = at;
    arrival.note = note;
    arrival.source = static_cast<std::uint16_t>(source);
    if (!settings_.go_back_n.on) {
      ++held_;
      messages_.came(note.message, at - settings_.timing.downlink_latency);
    }
    const bool idle = prompt_ || settings_.go_back_n.on || processors_.front().task == Processor::Task::None;
    next_event_ = std::min(next_event_, idle ? at : std::max(at, processors_.front().done_at));
  }
  /// There is room in the receive window for a packet on the link. True with go-back-N: it discards.
  [[nodiscard]] bool has_room() const {
    return settings_.receive_window == 0 || settings_.go_back_n.on || held_ < settings_.receive_window;
  }
  /// Without go-back-N: a packet to `destination` has left the switch; known at `now`.
  void delivered(unsigned destination, std::uint64_t now);

  [[nodiscard]] unsigned rank() const { return rank_; }
  [[nodiscard]] bool finished() const { return ops_left_ == 0; }
  [[nodiscard]] std::uint64_t finished_at() const { return finished_at_; }
  /// One line: what this rank waits for.
  [[nodiscard]] std::string waits_for() const;

  [[nodiscard]] const HostCounters& counters() const { return go_back_n_.counters(); }
  /// Go-back-N: the most time-outs of a flow without an acknowledgement between.
  [[nodiscard]] unsigned time_outs_in_a_row() const { return go_back_n_.time_outs_in_a_row(); }
  /// The last cycle in which an operation finished or a packet came that was due.
  [[nodiscard]] std::uint64_t last_progress() const { return last_progress_; }
  /// A processor is about something of the program.
  [[nodiscard]] bool is_busy() const;

 private:
  using Task = Processor::Task;
  static constexpr std::uint32_t kUnbound = 0xffffffff;  // packets_left of a receive without a message

  struct Arrival {
    std::uint64_t at;
    PacketNote note;
    std::uint16_t source;
  };
  /// A place in the send ring. With go-back-N, `packet` is not what will be in it.
  struct Place {
    std::uint64_t ready_at;
    KeptPacket packet;
    std::uint16_t destination;
  };
  struct AckPlace {
    std::uint64_t ready_at;
    std::uint16_t destination;
    bool settled;  // `note` is what it says; else what is known when it is on the link
    PacketNote note;
  };

  MessageTable::Entry& entry(OpId op) { return entries_[op]; }
  Processor& processor_of(OpId op) { return processors_[entries_[op].processor]; }
  void release(OpId op) { released_.push_back(op); }
  void start_released();
  void start(OpId op);
  [[gnu::noinline]] void finish(OpId op, std::uint64_t now);
  void start_send(OpId op);
  void start_receive(OpId op);
  void start_turns(TurnKeeper::Group& group);
  void claim(OpId receive, std::uint32_t packets);
  void claim_turn(TurnKeeper::Group& group);
  OpId receive_of(const PacketNote& note, unsigned source);
  [[gnu::noinline]] void has_come(const PacketNote& note, unsigned source);
  [[noreturn, gnu::cold]] void refuse(const PacketNote& note, unsigned source) const;
  template <bool kPlain>
  void kernel_has(const PacketNote& note, unsigned source);

  void start_program();
  void advance_any(std::uint64_t now);
  void advance_all(std::uint64_t now);
  void advance_prompt(std::uint64_t now);
  // kPlain: of a host of which is_plain() says so, without a look at what it does not do.
  template <bool kPlain>
  bool run(Processor& processor, std::uint64_t now);
  template <bool kPlain>
  bool begin_kernel(Processor& processor, std::uint64_t now);
  bool begin_resend(Processor& processor, std::uint64_t now);
  template <bool kPlain>
  bool begin_program(Processor& processor, std::uint64_t now);
  void begin_calculation(Processor& processor, std::uint64_t now);
  void begin(Processor& processor, Task task, std::uint64_t now, std::uint64_t cycles);
  template <bool kPlain>
  void complete_task(Processor& processor);
  template <bool kPlain>
  void complete_send(Processor& processor);
  void complete_user(Processor& processor);
  void take_packet(OpId receive, std::uint64_t now);
  [[gnu::noinline]] void take_claims(Processor& processor);
  [[nodiscard]] bool may_send(unsigned destination) const {
    if (!ring_has_place()) return false;
    if (settings_.go_back_n.on && (go_back_n_.owed(destination) > 0 || !go_back_n_.window_open(destination)))
      return false;
    if (!windows_) return true;
    return (settings_.send_window == 0 || outstanding_[destination] < settings_.send_window) &&
           (settings_.global_window == 0 || outstanding_total_ < settings_.global_window);
  }
  [[nodiscard]] bool ring_has_place() const {
    return ring_.size() + places_taken_ < settings_.timing.send_ring;
  }

  [[nodiscard]] bool arrival_due(std::uint64_t now) const {
    return !arrivals_.empty() && arrivals_.front().at <= now;
  }
  static Outgoing outgoing(const Place& place) {
    return {place.destination, place.packet.length, {place.packet.message, place.packet.index}};
  }
  bool take_any(std::uint64_t now, Outgoing& packet);
  bool take_ack(std::uint64_t now, Outgoing& packet);
  void look_at_timers(std::uint64_t now);
  void take_arrivals(std::uint64_t now);
  void count_arrived(unsigned destination, std::uint64_t packets);
  template <bool kPlain>
  void update_next_event(std::uint64_t now);
  [[nodiscard]] bool is_plain() const;
  [[nodiscard]] bool tasks_cost_nothing() const;

  unsigned rank_;
  const RankProgram& program_;
  const Schedule& schedule_;
  MessageTable& messages_;
  MessageTable::Entry* entries_;  // of this rank's operations
  std::uint32_t first_id_;        // of its operations among all
  const NicSettings& settings_;
  DependencyGraph graph_;
  MessageMatcher matcher_;
  TurnKeeper turns_;
  DelaySource delays_;

  std::vector<OpId> released_;  // operations that may start
  std::size_t ops_left_;
  std::uint64_t start_at_;
  bool started_ = false;
  std::uint64_t finished_at_ = 0;
  std::uint64_t last_progress_ = 0;

  std::vector<Processor> processors_;
  std::uint32_t ready_order_ = 0;

  Ring<Arrival> arrivals_;  // in host memory, or to be
  Ring<Arrival> accepted_;  // go-back-N: those of them that are for the kernel
  std::uint64_t held_ = 0;  // packets in host memory, on their way there included

  Ring<Place> ring_;
  unsigned places_taken_ = 0;  // by packets that processors are about
  Ring<AckPlace> acks_;
  std::uint64_t link_free_at_ = 0;
  GoBackN go_back_n_;
  Ring<std::uint16_t> resend_;  // partners whose packets go again
  bool windows_;
  std::vector<std::uint32_t> outstanding_;  // per partner: packets on their way
  std::uint64_t outstanding_total_ = 0;
  std::uint64_t next_event_ = 0;
  bool plain_;
  bool prompt_;  // ... and no task takes time
};

}  // namespace xb
