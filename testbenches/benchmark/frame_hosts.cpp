// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/frame_hosts.h"

#include <algorithm>
#include <numeric>

#include "host/config/setup.h"

namespace xb {
namespace {

constexpr unsigned kNoFlow = 0xffffffff;

void keep_earlier(std::optional<FirstLost>& first, const FirstLost& other) {
  if (!first || other.sent < first->sent) first = other;
}

}  // namespace

void FrameHosts::Sum::add(std::int64_t value) {
  sum += value;
  min = std::min(min, value);
  max = std::max(max, value);
}

TrialLatency FrameHosts::Sum::over(std::uint64_t count) const {
  if (count == 0) return {};
  return {static_cast<double>(sum) / static_cast<double>(count), min, max};
}

FrameHosts::FrameHosts(const Trial& trial, const Setup& setup)
    : trial_(trial),
      links_(setup.link_rates),
      all_(all_ports(setup.config.ports)),
      ports_(setup.config.ports),
      has_gaps_(trial.config.gap_bytes > 0),
      frame_line_(trial.frame_line()),
      cycles_per_beat_(setup.link_rates.cycles_per_beat()),
      settle_cycle_(trial.settle * cycles_per_beat_),
      end_cycle_(trial.beats * cycles_per_beat_),
      source_(ports_),
      flow_of_(std::size_t{ports_} * ports_, kNoFlow),
      source_pace_(setup.lengths, trial.config.beat_bytes(), trial.config.gap_bytes),
      sink_pace_(source_pace_),
      started_(ports_),
      frames_a_group_(trial.config.beat_bytes() /
                      std::gcd(frame_line_, std::uint64_t{trial.config.beat_bytes()})),
      output_(ports_),
      class_(setup.config.classes) {
  for (unsigned port = 0; port < ports_; ++port) {
    for (LinePace* pace : {&source_pace_, &sink_pace_}) pace->set_cycles_per_beat(port, cycles_per_beat_);
  }
  for (const FrameStream& stream : trial.streams) {
    Source& source = source_[stream.source];
    source.stream = &stream;
    source.order = RandomStream(trial.config.seed, StreamPurpose::Destination, stream.source);
    for (const unsigned destination : stream.destinations) {
      unsigned& flow = flow_of_[std::size_t{stream.source} * ports_ + destination];
      if (flow == kNoFlow) {
        flow = static_cast<unsigned>(flows_.size());
        flows_.push_back({stream.source, destination});
      }
      source.flow.push_back(flow);
    }
    // The frames that are due before the end.
    std::uint64_t none = 0, all = std::min(stream.frames, trial.frames_in(trial.beats) + 1);
    while (none < all) {
      const std::uint64_t middle = none + (all - none) / 2;
      due_beat(source, middle) < trial.beats ? none = middle + 1 : all = middle;
    }
    source.frames = all;
    due_ += source.frames;
    source.due = source.frames == 0 ? kNever : due_beat(source, 0) * cycles_per_beat_;
  }
  left_ = due_;
  flow_latency_.resize(flows_.size());
  flow_between_.resize(flows_.size());
  flow_on_way_.resize(flows_.size() * class_.size());
  look_ahead();
}

std::uint64_t FrameHosts::due_beat(const Source& source, std::uint64_t frame) const {
  const TrialLoad& load = source.stream->load;
  return source.stream->offset + frame * frame_line_ * load.den / (load.num * trial_.config.beat_bytes());
}

void FrameHosts::look_ahead() {
  next_due_ = kNever;
  for_each_port(all_ & ~waiting_, [&](unsigned port) { next_due_ = std::min(next_due_, source_[port].due); });
}

void FrameHosts::start(unsigned port, std::uint64_t now, Transmitter& transmitter) {
  Source& source = source_[port];
  const std::size_t of = source.flow.size();
  const std::size_t which = trial_.random_order ? source.order.below(static_cast<std::uint32_t>(of))
                                                : static_cast<std::size_t>(source.next % of);
  const unsigned of_class = class_of(port, source.next);
  PacketNote note;
  note.index = source.due >= settle_cycle_ ? 1 : 0;
  if (note.index == 1) {
    ++class_[of_class].sent;
    ++flows_[source.flow[which]].due;
    ++flows_[source.flow[which]].sent;
  }
  note.sequence = static_cast<std::uint32_t>(source.next);
  if (!first_lost_) on_way(source.flow[which], of_class).push_back({note.sequence, {sent_, came_}});
  const unsigned destination = source.stream->destinations[which];
  if (class_.size() == 1)
    transmitter.start(port, destination, trial_.config.packet_min, now, note);
  else
    transmitter.start_of_class(of_class, port, destination, trial_.config.packet_min, now, note);
  started_[port] = (now + cycles_per_beat_ - 1) / cycles_per_beat_ * cycles_per_beat_;
  ++sent_;
  --left_;
  ++source.next;
  source.due = source.next == source.frames ? kNever : due_beat(source, source.next) * cycles_per_beat_;
  if (source.due > now) {
    waiting_ &= ~bit(port);
    next_due_ = std::min(next_due_, source.due);
  }
}

/// Links whose frame went out in the cycle before, and those that are in a gap.
void FrameHosts::note_sent(std::uint64_t now, const Transmitter& transmitter) {
  for_each_port(was_busy_ & transmitter.idle(), [&](unsigned port) {
    source_pace_.passed(port, transmitter.length(port), started_[port], now - 1);
  });
  quiet_sources_ = source_pace_.in_gap(now);
  quiet_sinks_ = sink_pace_.in_gap(now);
}

PortMask FrameHosts::outputs_behind(unsigned port, unsigned /*of_class*/, std::uint64_t /*now*/) const {
  const Source& source = source_[port];
  PortMask outputs = 0;
  if (stopped_ || source.stream == nullptr) return outputs;
  const std::vector<unsigned>& destinations = source.stream->destinations;
  const std::uint64_t end = std::min(source.frames, source.next + destinations.size());
  for (std::uint64_t frame = source.next; frame < end && due_beat(source, frame) * cycles_per_beat_ <= now_;
       ++frame)
    outputs |= bit(destinations[frame % destinations.size()]);
  return outputs;
}

PortMask FrameHosts::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  now_ = now;
  if (has_gaps_) note_sent(now, transmitter);
  if (!stopped_ && now < end_cycle_) {
    if (next_due_ <= now) {
      for_each_port(all_ & ~waiting_, [&](unsigned port) {
        if (source_[port].due <= now) waiting_ |= bit(port);
      });
      look_ahead();
    }
    const PortMask free = waiting_ & transmitter.idle() & ~quiet_sources_;
    for_each_port(free, [&](unsigned port) { start(port, now, transmitter); });
  }
  if (has_gaps_) was_busy_ = transmitter.busy();
  return links_.may_receive(now) & all_ & ~quiet_sinks_;
}

std::uint64_t FrameHosts::quiet_until(std::uint64_t now, const Transmitter& transmitter) const {
  if (!links_.full_rate()) return now;
  std::uint64_t until = kNever;
  for_each_port(quiet_sources_ | quiet_sinks_, [&](unsigned port) {
    if ((quiet_sources_ & bit(port)) != 0) until = std::min(until, source_pace_.free_from(port));
    if ((quiet_sinks_ & bit(port)) != 0) until = std::min(until, sink_pace_.free_from(port));
  });
  if (!stopped_) {
    if ((waiting_ & transmitter.idle() & ~quiet_sources_) != 0) return now;
    until = std::min(until, next_due_);
  }
  return std::max(until, now);
}

std::uint64_t FrameHosts::next_event(std::uint64_t now) const {
  if (stopped_ || (waiting_ != 0 && quiet_sources_ == 0)) return kNever;
  return quiet_sources_ != 0 ? now : std::min(next_due_, kNever - 1);
}

/// Frames are counted in groups that take whole beat times of the link, because a frame's own end is known to
/// a beat only.
void FrameHosts::count_out(unsigned port, unsigned flow, std::uint64_t cycle) {
  Output& out = output_[port];
  if (++out.frames == 1) {
    out.first = out.last = cycle;
    return;
  }
  out.open.push_back(flow);
  if (out.open.size() < frames_a_group_) return;
  for (const unsigned of : out.open) ++flow_between_[of];
  out.between += out.open.size();
  out.open.clear();
  out.last = cycle;
}

/// Frames of a flow and a class come in order: those that were sent before this one are lost.
void FrameHosts::note_came(std::deque<OnTheWay>& way, std::uint32_t sequence) {
  ++came_;
  for (bool found = false; !found && !way.empty(); way.pop_front()) {
    found = way.front().sequence == sequence;
    if (!found) keep_earlier(first_lost_, way.front().here);
  }
}

double FrameHosts::rate_of(unsigned flow) const {
  const Output& out = output_[flows_[flow].destination];
  const double frame = static_cast<double>(frame_line_ * cycles_per_beat_) / trial_.config.beat_bytes();
  const auto window = static_cast<double>(end_cycle_ - settle_cycle_);
  if (out.between == 0)  // too few for a time between them
    return static_cast<double>(flows_[flow].in_window) * frame /
           std::max(window, static_cast<double>(out.frames) * frame);
  // An output that is silent for long at either end of the window was not at its rate there.
  const double least = window * static_cast<double>(out.between) / static_cast<double>(out.frames + 1);
  return static_cast<double>(flow_between_[flow]) * frame /
         std::max(static_cast<double>(out.last - out.first), least);
}

void FrameHosts::delivered(const DeliveredPacket& packet) {
  if (has_gaps_) {
    sink_pace_.passed(packet.destination, packet.length(), packet.first_out_cycle, packet.last_out_cycle);
    quiet_sinks_ |= bit(packet.destination);
  }
  const unsigned index = flow_of_[std::size_t{packet.source} * ports_ + packet.destination];
  TrialFlow& flow = flows_[index];
  if (packet.last_out_cycle >= settle_cycle_ && packet.last_out_cycle < end_cycle_) {
    ++flow.in_window;
    ++class_[packet.of_class].in_window;
    count_out(packet.destination, index, packet.last_out_cycle);
    out_fifo_.add(packet.first_out_cycle - packet.first_in_cycle);
    out_fifo_sum_.add(static_cast<std::int64_t>(packet.first_out_cycle - packet.first_in_cycle));
  }
  note_came(on_way(index, packet.of_class), packet.note.sequence);
  if (packet.note.index == 0) return;
  ++flow.received;
  ++received_;
  const auto between = [](std::uint64_t from, std::uint64_t to) {
    return static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from);
  };
  const std::uint64_t through = packet.first_out_cycle - packet.first_in_cycle;
  fifo_.add(through);
  if (class_.size() > 1) class_[packet.of_class].fifo.add(through);
  fifo_sum_.add(static_cast<std::int64_t>(through));
  lifo_sum_.add(between(packet.last_in_cycle + 1, packet.first_out_cycle));
  filo_sum_.add(between(packet.first_in_cycle, packet.last_out_cycle + 1));
  FlowLatency& latency = flow_latency_[index];
  latency.sum += through;
  latency.min = std::min(latency.min, through);
  latency.max = std::max(latency.max, through);
}

/// Frames that were due and not sent: where each would have gone, unless that is not drawn yet.
void FrameHosts::add_unsent(TrialResult& r) const {
  for (unsigned port = 0; port < ports_; ++port) {
    const Source& source = source_[port];
    if (source.stream == nullptr) continue;
    for (std::uint64_t frame = source.next; frame < source.frames; ++frame) {
      if (due_beat(source, frame) < trial_.settle) continue;
      ++r.counted_due;
      if (!r.classes.empty()) ++r.classes[class_of(port, frame)].due;
      if (!trial_.random_order) ++r.flows[source.flow[frame % source.flow.size()]].due;
    }
  }
}

TrialResult FrameHosts::result() const {
  TrialResult r;
  r.flows = flows_;
  r.first_lost = first_lost_;
  for (unsigned flow = 0; flow < flows_.size(); ++flow) r.flows[flow].rate = rate_of(flow);
  // At the end, what has not come never will.
  for (const auto& way : flow_on_way_)
    if (!way.empty()) keep_earlier(r.first_lost, way.front().here);
  for (const OfClass& of : class_)
    if (class_.size() > 1)
      r.classes.push_back(
          {of.sent, of.sent, of.fifo.total(), of.in_window, of.fifo.mean(), of.fifo.quantile(0.99)});
  for (const TrialFlow& flow : flows_) r.counted_due += flow.due;
  add_unsent(r);
  r.due = due_;
  r.sent = sent_;
  r.fifo = fifo_sum_.over(received_);
  r.lifo = lifo_sum_.over(received_);
  r.filo = filo_sum_.over(received_);
  r.fifo_p99 = fifo_.quantile(0.99);
  r.out_fifo = out_fifo_sum_.over(out_fifo_.total());
  r.out_fifo_p99 = out_fifo_.quantile(0.99);
  double variation = 0;
  for (std::size_t f = 0; f < flows_.size(); ++f) {
    const FlowLatency& latency = flow_latency_[f];
    if (flows_[f].received == 0) continue;
    variation += static_cast<double>(latency.sum) -
                 static_cast<double>(latency.min) * static_cast<double>(flows_[f].received);
    r.delay_variation_max = std::max(r.delay_variation_max, latency.max - latency.min);
  }
  if (received_ > 0) r.delay_variation = variation / static_cast<double>(received_);
  return r;
}

}  // namespace xb
