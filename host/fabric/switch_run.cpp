// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/switch_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/base/errors.h"
#include "host/base/units.h"
#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/fabric/link_ports.h"

namespace xb {

SwitchRun::SwitchRun(const Setup& setup, SwitchModel& model)
    : config_(setup.config),
      model_(model),
      entry_(*setup.entry),
      queues_(setup.queues),
      ready_by_class_(config_.has_classes() && !setup.device),
      device_counts_(setup.device && setup.device->observe.shows_drops()),
      data_words_(model.carries_payload() ? config_.data_words() : 0),
      transmitter_(config_.ports, data_words_, setup.lengths, config_.classes),
      receiver_(config_.ports, data_words_, config_.drop(),
                {config_.store_forward(), config_.route_delay, setup.device != nullptr}, setup.lengths,
                config_.classes),
      checks_(setup, data_words_, model.as_named()),
      scoreboard_(config_.ports, setup.lengths, config_.classes),
      flows_(config_.ports, transmitter_, scoreboard_),
      classes_(config_.has_classes() ? config_.classes : 0, config_.ports),
      measures_(config_.ports, measured_queues(setup),
                {setup.link_rates.cycles_per_beat(), config_.drop(), setup.config.series,
                 setup.config.is_random()}),
      rest_(config_.ports, queues_, config_.route_delay, entry_.queues == QueuePlace::Output),
      drops_(config_.ports, queues_),
      seed_(setup.config.seed) {
  receiver_.show_width(config_.width);
  if (setup.config.observes_ports())
    observed_ = std::make_unique<ObservedPorts>(setup, data_words_ == 0 ? 1 : data_words_);
  if (config_.has_classes() && !config_.drop())
    higher_ = std::make_unique<HigherClass>(
        config_.ports, config_.classes,
        HigherClass::Rules{entry_.fifo_inputs, entry_.fifo_inputs && config_.class_heads == ClassHeads::Hold,
                           config_.store_forward(), config_.route_delay, data_words_ == 0 ? 1 : data_words_});
  // Without the latency of an empty switch it would count as lag.
  if (setup.config.reference == Reference::OutputQueued && entry_.probes.zero_load)
    lag_ = std::make_unique<LagWatch>(setup);
  if (setup.ecn)
    marker_ = std::make_unique<EcnMarker>(*setup.ecn, config_.ports, setup.config.seed, setup.number);
  if (marker_ && observed_) marker_queues_.resize(queues_);
  scoreboard_.tell_lost([this](unsigned source, unsigned output, const PacketInFlight& packet) {
    flows_.lost(source, output, packet);
    if (lag_) lag_->lost(output, packet, source / config_.ports, now_);
  });
}

void SwitchRun::connect(LinkPorts& ends, PortMask links, Forwarding& forwarding, const std::string& name) {
  ends_ = &ends;
  links_ = links;
  transmitter_.forward_by(forwarding);
  scoreboard_.tell_lost([this, &ends](unsigned source, unsigned output, const PacketInFlight& packet) {
    flows_.lost(source, output, packet);
    if (lag_) lag_->lost(output, packet, 0, now_);
    ends.lost(output, packet.note);
  });
  name_ = "switch " + name;
}

void SwitchRun::open(std::uint64_t offered_beats, std::uint64_t offered_packets) {
  evicted_ = model_.evicted_packets();
  if (marker_) marker_->open();
  measures_.open(now_, offered_beats, offered_packets, measured());
}

void SwitchRun::close(std::uint64_t offered_beats, std::uint64_t offered_packets) {
  evicted_ = model_.evicted_packets() - evicted_;
  if (marker_) marker_->close();
  measures_.close(now_, offered_beats, offered_packets, measured());
}

void SwitchRun::advance(Workload& workload, std::uint64_t end) {
  const std::uint64_t until = std::min(end, unchanged_until(workload));
  if (until > now_) return pass_over(workload, until);
  step(workload);
  if (now_ >= next_look_ && end > now_) look_ahead(workload);
}

std::uint64_t SwitchRun::run_to(Workload& workload, std::uint64_t end) {
  while (now_ < end) {
    const std::uint64_t until = unchanged_until(workload);
    if (until >= end) return until;
    if (until > now_) {
      pass_over(workload, until);
      if (now_ < until) continue;
    }
    step(workload);
    if (now_ >= next_look_) look_ahead(workload);
  }
  if (is_empty()) tell_sent();
  return now_;
}

/// How long the switch and its packets go on as in the last cycle.
void SwitchRun::look_ahead(const Workload& workload) {
  if (observed_) return;
  const SwitchInputs& in = transmitter_.wires();
  if ((accepted_ & (in.s_tuser | in.s_tlast)) != 0 || workload.finished()) return;
  if (rest_.at_rest() && model_.rest_period() != 0) {
    steady_until_ = Workload::kNever;
    return;
  }
  const std::uint64_t cycles = model_.steady_cycles(in);
  if (cycles == 0) {
    // A busy switch is seldom steady, and looking costs time.
    next_look_ = now_ + misses_;
    misses_ = std::min(misses_ + 1, kMostMisses);
    return;
  }
  misses_ = 0;
  steady_until_ = now_ + std::min({cycles, transmitter_.steady_cycles(accepted_), kMostCycles});
}

std::uint64_t SwitchRun::unchanged_until(const Workload& workload) const {
  if (steady_until_ <= now_) return now_;
  const std::uint64_t until =
      std::min({steady_until_, workload.quiet_until(now_, transmitter_), now_ + measures_.skippable(now_)});
  // Nothing moves and no host is due: look now and then whether that is a deadlock.
  const bool waits =
      ends_ == nullptr && (accepted_ | delivered_) == 0 && workload.next_event(now_) == Workload::kNever;
  return waits ? std::min(until, next_check_) : until;
}

/// Those that the ports tell, of a switch that shows none.
void SwitchRun::tell_flags() {
  if (observed_ && !entry_.probes.flags) model_.told(observed_->shown());
}

void SwitchRun::show() {
  tell_flags();
  model_.show(out_);
}

void SwitchRun::step(Workload& workload) {
  if (ready_by_class_) return step_classes(workload);
  tell_flags();
  decide_all(workload);
  model_.cycle(transmitter_.wires(), out_);
  account(workload);
}

void SwitchRun::step_classes(Workload& workload) {
  model_.show(out_);
  decide_classes(workload);
  model_.clock(transmitter_.wires());
  account(workload);
}

void SwitchRun::clock(Workload& workload) {
  model_.clock(transmitter_.wires());
  account(workload);
  if (now_ >= next_look_) look_ahead(workload);
}

void SwitchRun::decide(Workload& workload) {
  if (ready_by_class_) return decide_classes(workload);
  decide_all(workload);
}

/// A link starts a packet of a class that is ready in this cycle, and obeys the ready of its class.
void SwitchRun::decide_classes(Workload& workload) {
  note_moved_classes();
  workload.classes_ready(out_.class_ready);
  decide_all(workload);
  take_class_ready(transmitter_.wires(), out_);
  if (const PortMask* stopped = workload.stopped_classes()) stop_classes(stopped);
}

/// In the last cycle.
void SwitchRun::note_moved_classes() {
  for_each_port(accepted_,
                [&](unsigned port) { last_moved_of_[transmitter_.wires().s_tid[port]] = last_moved_; });
  for_each_port(delivered_,
                [&](unsigned port) { last_moved_of_[receiver_.packet(port).of_class] = last_moved_; });
}

/// Links begin no packet of these classes; the switch goes on with others.
void SwitchRun::stop_classes(const PortMask* stopped) {
  checks_.may_withdraw(withdrawn_);
  model_.stop_classes(stopped);
  withdrawn_ = 0;
  for_each_port(out_.m_tvalid & out_.m_tuser,
                [&](unsigned port) { withdrawn_ |= stopped[out_.m_tid[port]] & bit(port); });
  if (higher_) higher_->stop(stopped);
}

void SwitchRun::decide_all(Workload& workload) {
  transmitter_.wires().m_tready = workload.before_cycle(now_, transmitter_);
  transmitter_.offer(workload.may_send(now_));
}

/// Beats that have come out in this cycle count, with their packets' lag. Apart, as runs without it are
/// slower beside it.
void SwitchRun::measure_lag() {
  const auto measure = [&](const DeliveredPacket& packet) __attribute__((always_inline)) {
    measures_.packet(packet, zero_load_cycles(packet));
  };
  const auto any = [&](const DeliveredPacket& packet) __attribute__((always_inline)) {
    lag_->left(packet, measures_, true);
    measure(packet);
  };
  const auto plain = [&](const DeliveredPacket& packet) __attribute__((always_inline)) {
    lag_->left_plain(packet, measures_);
    measure(packet);
  };
  // What goes for all need not be asked for each of them.
  if (lag_->is_plain())
    receiver_.take(delivered_, out_, now_, scoreboard_, plain);
  else
    receiver_.take(delivered_, out_, now_, scoreboard_, any);
}

/// What deliver() comes to in a network without classes and lag, where all packets are heard. Apart, so that
/// it saves no registers for what others need.
void SwitchRun::deliver_in_network(Workload& workload) {
  const auto tell = [&](const DeliveredPacket& packet) __attribute__((always_inline)) {
    measures_.packet(packet, zero_load_cycles(packet));
    workload.delivered(packet);
  };
  receiver_.take(delivered_, out_, now_, scoreboard_, tell);
  if (receiver_.violations().empty()) checks_.delivered(delivered_, out_, now_, receiver_);
}

/// Beats have come out in this cycle, at `delivered_`.
void SwitchRun::deliver(Workload& workload) {
  const bool counts = measures_.is_open(), heard = workload.hears(), has_classes = !classes_.empty();
  // Ways to hear of packets, none of which may cost a call, nor most runs a question for each of them.
  const auto measure = [&](const DeliveredPacket& packet) __attribute__((always_inline)) {
    measures_.packet(packet, zero_load_cycles(packet));
  };
  const auto tell_all = [&](const DeliveredPacket& packet) __attribute__((always_inline)) {
    if (lag_ && !has_classes) lag_->left(packet, measures_, counts);
    if (counts) measure(packet);
    if (has_classes) classes_.delivered(packet, zero_load_cycles(packet));
    if (heard) workload.delivered(packet);
  };
  if (!counts || has_classes || heard)
    receiver_.take(delivered_, out_, now_, scoreboard_, tell_all);
  else if (lag_)
    measure_lag();
  else
    receiver_.take(delivered_, out_, now_, scoreboard_, measure);
  if (!receiver_.violations().empty()) return;
  checks_.delivered(delivered_, out_, now_, receiver_);
  const PortMask left = delivered_ & out_.m_tlast;
  if (!lag_ || left == 0) return;
  if (has_classes) lag_->left_strict(left, receiver_, now_, measures_, counts);
  model_.told_lag(left, lag_->latest());
}

/// Beats have gone in in this cycle, at `accepted_`.
void SwitchRun::take() {
  const SwitchInputs& in = transmitter_.wires();
  const PortMask begin = accepted_ & in.s_tuser;
  if (!lag_ || begin == 0) return transmitter_.advance(accepted_, now_, scoreboard_);
  LagWatch& lag = *lag_;
  const std::uint64_t now = now_;
  const auto known = [&](unsigned port, Transmitter::UnderWay /*whole*/, PacketInFlight& packet) {
    packet.ideal_out_cycle = lag.arrival(port);
  };
  // Where all are of one length, that need not be asked for each of them; 0: perhaps they are not.
  const unsigned beats = (begin & ~in.s_tlast) == 0 ? 1 : lag.only_beats();
  const IdealOutputs::Slot slot = lag.slot(now);
  if (lag.has_classes()) {
    if (beats != 0 && lag.are_plain(beats)) {
      const std::uint64_t soonest_out = lag.soonest_out(now);
      const auto begun = [&](unsigned port, Transmitter::UnderWay whole, PacketInFlight& packet) {
        packet.ideal_out_cycle =
            lag.plain_arrived({port, whole.destination, in.s_tid[port]}, slot, soonest_out);
      };
      return transmitter_.advance(accepted_, now, scoreboard_, begun);
    }
    if (beats != 0 && lag.are_varied(beats)) {
      const LoneCycles::Inputs varied = lag.varied(now);
      const auto begun = [&](unsigned port, Transmitter::UnderWay whole, PacketInFlight& packet) {
        packet.ideal_out_cycle =
            lag.varied_arrived({port, whole.destination, in.s_tid[port]}, slot, now, varied);
      };
      return transmitter_.advance(accepted_, now, scoreboard_, begun);
    }
    lag.strict_arrived(begin, transmitter_, now);
    return transmitter_.advance(accepted_, now, scoreboard_, known);
  }
  if (beats != 0 && lag.are_plain(beats)) {
    const auto begun = [&](unsigned /*port*/, Transmitter::UnderWay whole, PacketInFlight& packet) {
      packet.ideal_out_cycle = lag.plain_arrived(whole.destination, slot);
    };
    return transmitter_.advance(accepted_, now, scoreboard_, begun);
  }
  if (beats != 0 && lag.are_varied(beats)) {
    const LoneCycles::Inputs varied = lag.varied(now);
    const auto begun = [&](unsigned port, Transmitter::UnderWay whole, PacketInFlight& packet) {
      packet.ideal_out_cycle = lag.varied_arrived(port, whole.destination, slot, now, varied);
    };
    return transmitter_.advance(accepted_, now, scoreboard_, begun);
  }
  lag.arrived(begin, transmitter_, now);
  transmitter_.advance(accepted_, now, scoreboard_, known);
}

void SwitchRun::account(Workload& workload) {
  const SwitchInputs& in = transmitter_.wires();
  steady_until_ = 0;
  if (now_ == 0) drops_.open(out_);

  accepted_ = in.s_tvalid & out_.s_tready;
  delivered_ = out_.m_tvalid & in.m_tready;
  checks_.cycle(in, out_, now_, model_.shows_flags(), transmitter_, receiver_, scoreboard_);
  if (observed_) observed_->note(in, accepted_);
  if (watches_hosts_) observed_->count_at_hosts(workload, in, out_, receiver_.in_packet(), now_);
  if (higher_) {
    higher_->cycle(in, accepted_, out_, delivered_, now_);
    count_held(1);
  }
  if (marker_) {
    marker_->arrived(accepted_ & in.s_tuser, transmitter_, [&](unsigned input, unsigned output) {
      return out_.occ_beats[queue_of(entry_.queues, config_.ports, input, output)];
    });
    if (measures_.is_open())
      for (unsigned q = 0; q < marker_queues_.size(); ++q) marker_queues_[q].add(out_.occ_beats[q]);
  }
  const PortMask cells_in = accepted_ & in.s_tuser & in.s_tlast;
  const PortMask from_hosts = lag_ && ends_ != nullptr ? accepted_ & in.s_tuser & ~links_ : 0;
  if (from_hosts != 0) workload.taken(from_hosts, transmitter_, now_);
  take();
  if (delivered_ != 0) {
    if (ends_ != nullptr && !lag_ && classes_.empty())
      deliver_in_network(workload);
    else
      deliver(workload);
  }
  if (observed_) observed_->take_own(out_, now_);
  if (!receiver_.violations().empty() || !checks_.good() || !is_measured_well()) report_violations();
  if (ends_ != nullptr) {
    const PortMask begun = delivered_ & out_.m_tuser & links_;
    if (begun != 0) ends_->begun(begun, receiver_);
    tell_moved(cells_in);
  }
  delivered_beats_ = port_count(delivered_);
  measures_.cycle(now_, measured(), delivered_beats_);
  classes_.end_cycle(now_);
  if (observed_) observed_->end_cycle(in.m_tready, delivered_, out_, now_, receiver_, scoreboard_);
  if ((accepted_ | delivered_) != 0) {
    last_moved_ = now_;
    rest_.moved();
  } else {
    rest_.still(in, out_);
  }
  if (++now_ >= next_check_) check_progress(workload);
}

/// In so many cycles like the last one.
void SwitchRun::count_held(std::uint64_t cycles) {
  PortMask inputs = 0;
  for (unsigned c = 0; c < classes_.count(); ++c) {
    classes_.held(c, higher_->held(c), cycles);
    inputs |= higher_->held(c);
  }
  for (const HigherClass::Front& front : higher_->head_of_line()) classes_.head_of_line(front, cycles);
  model_.told_higher_class(inputs);
}

/// What measures the switch, or runs beside it, has found nothing wrong.
bool SwitchRun::is_measured_well() const {
  return (!observed_ || observed_->violation().empty()) && (!lag_ || lag_->violation().empty());
}

void SwitchRun::report_violations() const {
  throw RunError("{} did something wrong (seed {}):\n{}{}{}{}{}", name_, seed_, checks_.violations(),
                 lines_of(receiver_.violations()), observed_ ? observed_->violation() : "",
                 lag_ ? lag_->violation() : "", checks_.hint(receiver_.violations()));
}

/// The beats of this cycle, where others moved in the one before, and each packet of one beat.
void SwitchRun::tell_moved(PortMask cells_in) {
  const PortMask cells_out = delivered_ & out_.m_tuser & out_.m_tlast;
  const PortMask accepted = accepted_ & links_ & ~cells_in;
  const PortMask delivered = delivered_ & links_ & ~cells_out;
  LinkFlows& flows = ends_->flows();
  if (accepted != told_accepted_ || delivered != told_delivered_) {
    told_accepted_ = accepted;
    told_delivered_ = delivered;
    flows.moved(accepted, delivered, now_);
  }
  const PortMask cables = ends_->cables();  // wires show by themselves what moves
  if (((cells_in | cells_out) & cables) != 0) flows.moved_once(cells_in & cables, cells_out & cables, now_);
}

void SwitchRun::tell_sent() {
  if (told_delivered_ == 0) return;
  told_delivered_ = 0;
  ends_->flows().moved(told_accepted_, 0, now_);
}

void SwitchRun::skip(Workload& workload, std::uint64_t cycles) {
  model_.skip(transmitter_.wires(), cycles, out_);
  pass(workload, cycles);
}

/// Takes cycles before `until` <= unchanged_until() without stepping them, or a single step.
void SwitchRun::pass_over(Workload& workload, std::uint64_t until) {
  std::uint64_t cycles = until - now_;
  if (const std::uint64_t period = rest_.at_rest() ? model_.rest_period() : 0; period != 0) {
    // Whole periods need nothing done.
    const std::uint64_t whole = cycles / period * period;
    if (whole != 0) {
      model_.rest(whole);
      return pass(workload, whole);
    }
    cycles = std::min(cycles, model_.steady_cycles(transmitter_.wires()));
    if (cycles == 0) {
      step(workload);
      return look_ahead(workload);
    }
  }
  skip(workload, cycles);
}

void SwitchRun::pass(Workload& workload, std::uint64_t cycles) {
  checks_.skip(now_, cycles);
  if (higher_) count_held(cycles);
  transmitter_.skip(accepted_, cycles);
  receiver_.skip(delivered_, cycles);
  measures_.skip(now_, cycles, out_, delivered_beats_);
  now_ += cycles;
  if ((accepted_ | delivered_) != 0) last_moved_ = now_ - 1;
  if (now_ >= next_check_) check_progress(workload);
}

std::uint64_t SwitchRun::lone_cycles_of(const DeliveredPacket& packet) const {
  if (lag_ && !entry_.zero_load_by_length)
    return lag_->alone(packet.source, packet.destination, packet.length_beats, packet.first_in_cycle);
  return find_lone_cycles(packet);
}

/// Apart, so that a look into a table saves no registers for it.
std::uint64_t SwitchRun::find_lone_cycles(const DeliveredPacket& packet) const {
  const std::uint64_t cycles = entry_.lone_cycles(config_, packet.source, packet.destination,
                                                  packet.first_in_cycle, packet.length_beats);
  if (entry_.zero_load_by_length && config_.speedup == 1) {
    lone_length_ = packet.length_beats;
    lone_cycles_ = cycles;
  }
  return cycles;
}

std::uint64_t SwitchRun::occupancy_beats() const {
  if (!entry_.probes.queues) return scoreboard_.in_flight();
  return std::accumulate(out_.occ_beats, out_.occ_beats + queues_, std::uint64_t{0});
}
std::uint64_t SwitchRun::dropped_packets() {
  drops_.look(out_);
  return drops_.full() + drops_.misrouted();
}

bool SwitchRun::take_check_due() {
  const bool due = check_due_;
  check_due_ = false;
  return due;
}

std::string SwitchRun::who_waits(const Workload& workload) const {
  const SwitchInputs& in = transmitter_.wires();
  std::string lines = (device_counts_ ? unequal_drops() : "") + workload.who_waits() + scoreboard_.missing(8);
  for_each_port(in.s_tvalid & ~out_.s_tready, [&](unsigned port) {
    lines +=
        fmt::format("  input {}: a beat for output {} is not taken (tready 0)\n", port, in.s_tdest[port]);
  });
  for_each_port(out_.m_tvalid & ~in.m_tready, [&](unsigned port) {
    lines += fmt::format("  output {}: a beat waits for the receiver (tready 0)\n", port);
  });
  return lines;
}

/// What the switch says it has discarded beside what is missing, where that is another number.
std::string SwitchRun::unequal_drops() const {
  const std::uint64_t dropped = drops_.full() + drops_.misrouted();
  const std::uint64_t missing = missing_packets();
  if (!entry_.probes.drops || missing == dropped) return {};
  return fmt::format("  {} packets were taken and not delivered, the switch reports {} as dropped{}\n",
                     missing, dropped, device_counts_ ? ": is observe.drops right?" : "");
}

void SwitchRun::check_progress(const Workload& workload) {
  check_due_ = true;
  next_check_ = now_ + kCheckCycles;
  drops_.look(out_);  // before a counter goes round
  measures_.look(measured());
  if (now_ > kMostCycles)
    throw RunError("not over after {} cycles, the most that can be counted\n{}", kMostCycles,
                   who_waits(workload));
  if (ends_ != nullptr) return;
  const std::uint64_t moves_by = std::max(last_moved_, workload.waits_until());
  const bool idle = now_ > moves_by + kPatienceCycles + config_.route_delay;
  if (!idle || workload.next_event(now_) != Workload::kNever) return;
  // What only waits for a receiver of its own pace has not stopped.
  if ((out_.m_tvalid & ~transmitter_.wires().m_tready & workload.will_be_ready()) != 0) return;
  throw RunError("no progress since cycle {}: nothing moves and no host is due to act\n{}{}", last_moved_,
                 who_waits(workload), checks_.hint({}));
}

void SwitchRun::check_empty() {
  // Packets that the switch says it has dropped are not missing; who they were shows in the flows' gaps.
  drops_.look(out_);
  std::string left = unequal_drops();
  if (!left.empty()) left += scoreboard_.missing(8);
  left += checks_.missing(out_, scoreboard_);
  for_each_port(receiver_.in_packet(), [&](unsigned port) {
    const auto packet = receiver_.under_way(port);
    left += fmt::format("  output {}: a packet from input {} is torn: {} of its {} beats never came\n", port,
                        packet.source, packet.beats_left, packet.length_beats);
  });
  for_each_port(out_.m_tvalid, [&](unsigned port) {
    left += fmt::format("  output {}: shows a beat, and every packet has come out or is lost\n", port);
  });
  for (unsigned q = 0; q < queues_; ++q) {
    if (out_.occ_beats[q] == 0 && out_.occ_packets[q] == 0) continue;
    left += fmt::format("  queue {}: {} beats, {} packets\n", q, out_.occ_beats[q], out_.occ_packets[q]);
  }
  if (!left.empty()) throw RunError("at the end of the run {} is not empty:\n{}", name_, left);
}

void SwitchRun::drain(Workload& workload, const PacketsLeft& tell) {
  constexpr std::uint64_t kTellCycles = 4096;
  workload.stop();
  // A switch that does not say what it discards is empty when nothing has come out for long.
  const auto unaccounted = [&] {
    if (entry_.probes.drops) return missing_packets() != dropped_packets();
    return scoreboard_.in_flight() != 0 && now_ - last_moved_ < kPatienceCycles;
  };
  while (transmitter_.busy() != 0 || unaccounted()) {
    step(workload);
    if (tell && now_ % kTellCycles == 0) tell(missing_packets() - dropped_packets());
  }
  finish(workload);
}

void SwitchRun::finish(Workload& workload) {
  next_check_ = now_ + kCheckCycles;  // with all out, nothing has to move
  step(workload);
  check_empty();
  if (lag_) lag_->end();
}

const PacketInFlight* SwitchRun::shown(unsigned port) const {
  const std::uint64_t word = out_.m_tdata[std::size_t{port} * (data_words_ == 0 ? 1 : data_words_)];
  const unsigned source = PacketHeader::decode(word).source;
  if (source >= config_.ports) return nullptr;
  const unsigned of_class = ready_by_class_ ? out_.m_tid[port] : 0;
  return scoreboard_.find(scoreboard_.source_of(source, of_class), port, word);
}

}  // namespace xb
