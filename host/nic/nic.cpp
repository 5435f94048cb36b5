// SPDX-License-Identifier: Apache-2.0
#include "host/nic/nic.h"

#include <algorithm>
#include <cmath>

#include "host/base/errors.h"
#include "host/link/workload.h"

namespace xb {
namespace {

/// Brings the first element of a ring that may go to its front, and those before it behind the others; false
/// if none may.
template <class T, class MayGo>
bool rotate_to(Ring<T>& ring, MayGo&& may_go) {
  for (std::uint32_t n = 0; n < ring.size(); ++n) {
    const T first = ring.front();
    if (may_go(first)) return true;
    ring.pop();
    ring.push(first);
  }
  return false;
}

}  // namespace

Nic::Nic(unsigned rank, const Schedule& schedule, MessageTable& messages, const NicSettings& settings,
         std::uint64_t start_at)
    : rank_(rank),
      program_(schedule.ranks[rank]),
      schedule_(schedule),
      messages_(messages),
      entries_(messages.entries(rank)),
      first_id_(messages.id(rank, 0)),
      settings_(settings),
      graph_(program_, entries_),
      matcher_(rank, schedule, messages),
      turns_(program_),
      delays_(settings.delay, settings.clock_period, settings.seed, rank,
              settings.memory.holds(block_bytes(program_)) ? Pauses{} : settings.memory.paging),
      ops_left_(program_.ops().size()),
      start_at_(start_at),
      processors_(messages.processors(rank)),
      go_back_n_(schedule.ranks.size(), settings.go_back_n),
      windows_(settings.send_window > 0 || settings.global_window > 0),
      outstanding_(windows_ && !program_.ops().empty() ? schedule.ranks.size() : 0),
      next_event_(start_at),
      plain_(is_plain()),
      prompt_(plain_ && tasks_cost_nothing()) {}

/// One processor, which nothing takes but the program, and no packets that are lost or held back.
bool Nic::is_plain() const {
  return processors_.size() == 1 && !settings_.go_back_n.on && !windows_ && !delays_.any() &&
         !graph_.any_on_start();
}

bool Nic::tasks_cost_nothing() const {
  const NicTiming& timing = settings_.timing;
  return timing.send_overhead + timing.receive_overhead + timing.user_overhead + timing.poll == 0 &&
         !messages_.calculates(rank_);
}

// Operations.

void Nic::start_released() {
  // One that starts may release more. NOLINTNEXTLINE(modernize-loop-convert)
  for (std::size_t n = 0; n < released_.size(); ++n) start(released_[n]);
  released_.clear();
}

void Nic::start(OpId op) {
  // Programs are mostly executed in order.
  constexpr std::ptrdiff_t kAhead = 24;
  MessageTable::Entry& e = entry(op);
  __builtin_prefetch(&e + kAhead, 1);
  if (TurnKeeper::Group* group = turns_.group(op)) {
    if (--group->waiting == 0) start_turns(*group);
  } else if (e.is(OpKind::Send)) {
    start_send(op);
    processor_of(op).sends.push({op, ready_order_++});
  } else if (e.is(OpKind::Compute)) {
    processor_of(op).calculations.push({op, ready_order_++});
  } else {
    start_receive(op);
  }
}

void Nic::start_send(OpId op) { entry(op).packets_left = entry(op).packets; }

void Nic::start_receive(OpId op) {
  MessageTable::Entry& e = entry(op);
  e.packets_left = kUnbound;
  const std::uint32_t message = matcher_.post(op);
  if (message != MessageTable::kNone) {
    e.packets_left = messages_[message].packets;
    claim(op, messages_[message].arrived);
  }
  graph_.started(op, [this](OpId next) { release(next); });
}

void Nic::start_turns(TurnKeeper::Group& group) {
  const OpId first = group.now().op;
  for (std::uint32_t n = 0; n < group.count; ++n) {
    if (entry(first).is(OpKind::Send))
      start_send(group.members[n].op);
    else
      start_receive(group.members[n].op);
  }
  // In the queue they are one, named by the operation whose turn it is.
  if (entry(first).is(OpKind::Send)) processor_of(first).sends.push({first, ready_order_++});
}

void Nic::finish(OpId op, std::uint64_t now) {
  --ops_left_;
  finished_at_ = last_progress_ = now;
  if (graph_.any_on_start()) {
    graph_.finished(op, [this](OpId next) { release(next); });
    return start_released();
  }
  graph_.finished(op, [this](OpId next) { start(next); });
}

void Nic::claim(OpId receive, std::uint32_t packets) {
  if (TurnKeeper::Group* group = turns_.group(receive)) {
    turns_.member(receive).here += packets;
    return claim_turn(*group);
  }
  processor_of(receive).claims.push({receive, packets});
}

/// The process is to take the packet whose turn it is, once that is here.
void Nic::claim_turn(TurnKeeper::Group& group) {
  TurnKeeper::Member& member = group.now();
  if (group.claimed || group.left == 0 || member.here == 0) return;
  --member.here;
  group.claimed = true;
  Processor::Claim& claim = processor_of(member.op).claims.extend();
  claim.receive = member.op;
  claim.packets = 1;
}

/// The receive that takes a packet which has come to the kernel; kNone: it waits for one.
[[gnu::always_inline]] inline OpId Nic::receive_of(const PacketNote& note, unsigned source) {
  MessageTable::Entry& message = messages_[note.message];
  if (note.index != message.arrived) refuse(note, source);
  if (message.arrived++ == 0) has_come(note, source);
  return message.receive;
}

/// A message's first packet.
void Nic::has_come(const PacketNote& note, unsigned source) {
  MessageTable::Entry& message = messages_[note.message];
  message.receive = matcher_.arrive(note.message, source);
  if (message.receive != MessageTable::kNone) entry(message.receive).packets_left = message.packets;
}

void Nic::refuse(const PacketNote& note, unsigned source) const {
  const MessageTable::Entry& message = messages_[note.message];
  throw RunError(
      "rank {}: packet {} of a message from rank {} came, packet {} of {} was due: a "
      "packet is lost, comes twice or out of order",
      rank_, note.index, source, message.arrived, message.packets);
}

template <bool kPlain>
[[gnu::always_inline]] inline void Nic::kernel_has(const PacketNote& note, unsigned source) {
  const OpId receive = receive_of(note, source);
  if (receive == MessageTable::kNone) return;
  if (!kPlain || turns_.group(receive) != nullptr) return claim(receive, 1);
  Processor::Claim& claim = processors_.front().claims.extend();
  claim.receive = receive;
  claim.packets = 1;
}

// Processors.

void Nic::begin(Processor& processor, Task task, std::uint64_t now, std::uint64_t cycles) {
  processor.task = task;
  processor.done_at = now + cycles;
}

// For each packet a processor begins and ends three tasks: what run() does that with is part of it, not
// calls.

template <bool kPlain>
[[gnu::always_inline]] inline bool Nic::begin_kernel(Processor& processor, std::uint64_t now) {
  auto& queue = !kPlain && settings_.go_back_n.on ? accepted_ : arrivals_;
  if (!queue.empty() && queue.front().at <= now) {
    const Arrival& arrival = queue.front();
    // The process was waiting for nothing but this.
    const bool polled = processor.done_at < now && arrival.at == now && processor.sends.empty();
    processor.packet = arrival.note;
    processor.source = arrival.source;
    queue.pop();
    begin(processor, Task::Kernel, now,
          settings_.timing.receive_overhead + (polled ? settings_.timing.poll : 0));
    return true;
  }
  return !kPlain && !resend_.empty() && begin_resend(processor, now);
}

/// A packet is retransmitted, if there is one still that has to be.
bool Nic::begin_resend(Processor& processor, std::uint64_t now) {
  while (!resend_.empty() && go_back_n_.owed(resend_.front()) == 0) resend_.pop();
  if (resend_.empty() || !ring_has_place()) return false;
  // Those behind the front may be owed nothing any more.
  if (settings_.go_back_n.initial_window > 0 && !rotate_to(resend_, [&](std::uint16_t partner) {
        return go_back_n_.owed(partner) > 0 && go_back_n_.window_open(partner);
      }))
    return false;
  processor.source = resend_.front();
  go_back_n_.place_given(processor.source);
  ++places_taken_;
  begin(processor, Task::Resend, now, settings_.timing.send_overhead);
  return true;
}

template <bool kPlain>
[[gnu::always_inline]] inline bool Nic::begin_program(Processor& processor, std::uint64_t now) {
  if (!processor.claims.empty()) {
    processor.op = processor.claims.front().receive;
    begin(processor, Task::User, now, settings_.timing.user_overhead);
    return true;
  }
  const auto may_go = [&](const Processor::Ready& ready) {
    return kPlain ? ring_has_place() : may_send(entry(ready.op).peer);
  };
  // A partner whose window is full does not hold up what goes to others: each has a connection of its own.
  const bool send = !kPlain && settings_.go_back_n.initial_window > 0
                        ? rotate_to(processor.sends, may_go)
                        : !processor.sends.empty() && may_go(processor.sends.front());
  const bool calculate = !processor.calculations.empty();
  if (!send && !calculate) return false;
  if (send && (!calculate || processor.sends.front().order < processor.calculations.front().order)) {
    const OpId op = processor.op = processor.sends.front().op;
    ++places_taken_;
    if (!kPlain && windows_) {
      ++outstanding_[entry(op).peer];
      ++outstanding_total_;
    }
    begin(processor, Task::Send, now, settings_.timing.send_overhead + (kPlain ? 0 : delays_.before_send()));
    if (!kPlain && graph_.any_on_start() && entry(op).packets_left == entry(op).packets) {
      graph_.started(op, [this](OpId next) { release(next); });
      start_released();
    }
    return true;
  }
  begin_calculation(processor, now);
  return true;
}

void Nic::begin_calculation(Processor& processor, std::uint64_t now) {
  processor.op = processor.calculations.front().op;
  processor.calculations.pop();
  const double cycles =
      static_cast<double>(program_.ops()[processor.op].size) * settings_.timing.cycles_per_nanosecond;
  begin(processor, Task::Compute, now, static_cast<std::uint64_t>(std::llround(cycles)));
  graph_.started(processor.op, [this](OpId next) { release(next); });
  start_released();
}

template <bool kPlain>
[[gnu::always_inline]] inline void Nic::complete_send(Processor& processor) {
  const OpId op = processor.op;
  MessageTable::Entry& e = entry(op);
  const std::uint32_t index = e.packets - e.packets_left;
  const bool last = --e.packets_left == 0;
  const auto destination = static_cast<std::uint16_t>(e.peer);
  Place& place = ring_.extend();
  place.ready_at = processor.done_at + settings_.timing.uplink_latency;
  place.destination = destination;
  place.packet.message = first_id_ + op;
  place.packet.index = index;
  place.packet.length = static_cast<std::uint16_t>(last ? e.last_length : settings_.sizes.frame_length);
  if (!kPlain && settings_.go_back_n.on) go_back_n_.keep(destination, place.packet);
  if (TurnKeeper::Group* group = turns_.group(op)) {
    group->next();
    processor.sends.front().op = group->now().op;
    if (group->left == 0) processor.sends.pop();
  } else if (last) {
    processor.sends.pop();
  }
  if (last) finish(op, processor.done_at);
}

/// The process has a packet for a receive.
[[gnu::always_inline]] inline void Nic::take_packet(OpId receive, std::uint64_t now) {
  --held_;
  if (--entry(receive).packets_left == 0) finish(receive, now);
}

[[gnu::always_inline]] inline void Nic::complete_user(Processor& processor) {
  const OpId op = processor.op;
  Processor::Claim& claim = processor.claims.front();
  if (--claim.packets == 0) processor.claims.pop();
  TurnKeeper::Group* group = turns_.group(op);
  if (group != nullptr) {
    group->claimed = false;
    group->next();
  }
  take_packet(op, processor.done_at);
  if (group != nullptr) claim_turn(*group);
}

template <bool kPlain>
[[gnu::always_inline]] inline void Nic::complete_task(Processor& processor) {
  const Task done = processor.task;
  processor.task = Task::None;
  switch (done) {
    case Task::Kernel:
      kernel_has<kPlain>(processor.packet, processor.source);
      break;
    case Task::Send:
      --places_taken_;
      complete_send<kPlain>(processor);
      break;
    case Task::User:
      complete_user(processor);
      break;
    case Task::Compute:
      finish(processor.op, processor.done_at);
      break;
    case Task::Resend:
      --places_taken_;
      ring_.push({processor.done_at + settings_.timing.uplink_latency,
                  {},
                  static_cast<std::uint16_t>(processor.source)});
      break;
    case Task::Daemon:
    case Task::None:
      break;
  }
}

/// A task has ended or begun now. No task that costs no time makes one due that comes before it.
template <bool kPlain>
[[gnu::always_inline]] inline bool Nic::run(Processor& processor, std::uint64_t now) {
  bool acted = processor.task != Task::None;
  if (acted) {
    if (processor.done_at > now) return false;
    complete_task<kPlain>(processor);
  }
  if (kPlain || &processor == processors_.data()) {
    // Daemon and paging first: they have had the processor whenever they were due and it was free.
    const std::uint64_t free_at = kPlain ? 0 : delays_.taken_until(processor.done_at, now);
    if (free_at > now) {
      begin(processor, Task::Daemon, free_at, 0);
      return true;
    }
    for (; begin_kernel<kPlain>(processor, now); acted = true) {
      if (processor.done_at > now) return true;
      complete_task<kPlain>(processor);
    }
  }
  for (; begin_program<kPlain>(processor, now); acted = true) {
    if (processor.done_at > now) return true;
    complete_task<kPlain>(processor);
  }
  return acted;
}

void Nic::start_program() {
  started_ = true;
  for (Processor& processor : processors_) processor.done_at = std::max(processor.done_at, start_at_);
  for (OpId op = 0; op < program_.ops().size(); ++op) {
    if (graph_.is_free(op)) release(op);
  }
  start_released();
}

template <bool kPlain>
[[gnu::always_inline]] inline void Nic::update_next_event(std::uint64_t now) {
  const bool retransmits = !kPlain && settings_.go_back_n.on;
  std::uint64_t next = started_ ? Workload::kNever : start_at_;
  const auto look = [&](const Processor& processor) {
    if (processor.task != Task::None) next = std::min(next, processor.done_at);
  };
  if constexpr (kPlain)
    look(processors_.front());
  else
    std::for_each(processors_.begin(), processors_.end(), look);
  if (!arrivals_.empty() && (retransmits || processors_.front().task == Task::None))
    next = std::min(next, arrivals_.front().at);
  if (!ring_.empty()) {
    const std::uint64_t start = std::max(ring_.front().ready_at, link_free_at_);
    // A packet that the link could take already waits for the port, not for time.
    if (start > now) next = std::min(next, start);
  }
  if (retransmits) {
    next = std::min(next, go_back_n_.next_timer());
    if (!acks_.empty() && acks_.front().ready_at > now) next = std::min(next, acks_.front().ready_at);
  }
  next_event_ = next;
}

void Nic::advance_all(std::uint64_t now) {
  if (settings_.go_back_n.on) look_at_timers(now);
  // What one processor finishes may give another something to do.
  for (bool acted = true; acted;) {
    acted = false;
    for (Processor& processor : processors_) acted |= run<false>(processor, now);
  }
  update_next_event<false>(now);
}

void Nic::advance_any(std::uint64_t now) {
  if (!started_ && now >= start_at_) start_program();
  if (prompt_) return advance_prompt(now);
  if (!plain_) return advance_all(now);
  run<true>(processors_.front(), now);
  update_next_event<true>(now);
}

void Nic::take_claims(Processor& processor) {
  while (!processor.claims.empty()) {
    processor.op = processor.claims.front().receive;
    complete_user(processor);
  }
}

/// run() of a prompt host, in which no task is under way: each ends as it begins.
void Nic::advance_prompt(std::uint64_t now) {
  Processor& processor = processors_.front();
  processor.done_at = now;
  while (arrival_due(now)) {
    const OpId receive = receive_of(arrivals_.front().note, arrivals_.front().source);
    arrivals_.pop();
    if (receive == MessageTable::kNone) continue;
    // The kernel has all before the process has any.
    if (turns_.group(receive) != nullptr || !processor.claims.empty() || arrival_due(now))
      claim(receive, 1);
    else
      take_packet(receive, now);
  }
  while (true) {
    if (!processor.claims.empty()) take_claims(processor);
    if (processor.sends.empty() || !ring_has_place()) break;
    processor.op = processor.sends.front().op;
    complete_send<true>(processor);
  }
  update_next_event<true>(now);
}

bool Nic::take_any(std::uint64_t now, Outgoing& packet) {
  const bool retransmits = settings_.go_back_n.on;
  if (retransmits && take_ack(now, packet)) {
    update_next_event<false>(now);
    return true;
  }
  bool taken = false;
  while (!taken && !ring_.empty() && ring_.front().ready_at <= now && now >= link_free_at_) {
    const Place& place = ring_.front();
    packet = outgoing(place);
    taken = true;
    if (retransmits) {
      KeptPacket kept = place.packet;
      taken = go_back_n_.take(packet.destination, now, kept, packet.note);
      packet.length = kept.length;
    }
    ring_.pop();
  }
  if (taken) link_free_at_ = now + settings_.timing.send_gap;
  advance(now);  // a place in the send ring is free
  return taken;
}

bool Nic::is_busy() const {
  return std::any_of(processors_.begin(), processors_.end(),
                     [](const Processor& p) { return p.runs_program(); });
}

}  // namespace xb
