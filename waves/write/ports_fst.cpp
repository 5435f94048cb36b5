// SPDX-License-Identifier: Apache-2.0
#include "waves/write/ports_fst.h"

#include <fmt/format.h>

#include <numeric>

#include "host/trace/line_trace.h"

namespace xb {
namespace {

constexpr unsigned kCountBits = 32;
constexpr unsigned kNumberBits = 18;  // PacketHeader
constexpr unsigned kClassBits = 3;

/// What the values of `cause` mean: those of Hold.
FstWriter::Names cause_names(const SwitchShape& shape) {
  FstWriter::Names names{"-", "blocked", "head-of-line", "memory-full"};
  if (shape.classes > 1) names.emplace_back("higher-class");
  return names;
}

std::uint64_t keep_of(const std::vector<std::uint64_t>& keep, unsigned port) {
  return keep.empty() ? 0 : keep[port];
}

}  // namespace

PortsFst::PortsFst(FstWriter& writer, const SwitchShape& shape, const std::vector<std::string>& path)
    : writer_(writer), shape_(shape), port_bits_(shape.port_bits()) {
  for (unsigned port = 0; port < shape.ports; ++port) {
    input_names_.push_back(fmt::format("in{}", port));
    output_names_.push_back(fmt::format("out{}", port));
  }
  for (const std::string& scope : path) writer_.open_scope(scope);
  clk_ = writer_.add("clk", 1);
  rst_n_ = writer_.add("rst_n", 1);
  cycle_ = writer_.add("cycle", 64);
  for (unsigned i = 0; i < shape_.ports; ++i) add_input(i);
  for (unsigned j = 0; j < shape_.ports; ++j) add_output(j);
  for (unsigned q = 0; q < shape_.queue_count; ++q) add_queue(q);
  writer_.open_scope("total");
  beats_ = writer_.add("beats", kCountBits);
  packets_ = writer_.add("packets", kCountBits);
  drops_ = writer_.add("drops", kCountBits);
  hol_ = writer_.add("hol", port_bits_ + 1);
  writer_.close_scope();
  for (std::size_t i = 0; i < path.size(); ++i) writer_.close_scope();
}

PortsFst::Side PortsFst::add_side() {
  return {writer_.add_text("beat"),
          writer_.add("valid", 1),
          writer_.add("ready", 1),
          writer_.add("last", 1),
          writer_.add("user", 1),
          writer_.add("dest", port_bits_, output_names_),
          writer_.add("source", port_bits_, input_names_),
          writer_.add("destination", port_bits_, output_names_),
          writer_.add("number", kNumberBits),
          shape_.keep_bits > 0 ? writer_.add("keep", shape_.keep_bits) : FstWriter::kNone,
          shape_.classes > 1 ? writer_.add("class", kClassBits) : FstWriter::kNone};
}

void PortsFst::add_input(unsigned port) {
  writer_.open_scope(fmt::format("in[{}]", port));
  Input s{};
  s.side = add_side();
  s.occupancy = shape_.queues_of_input() > 0 ? writer_.add("occupancy", kCountBits) : FstWriter::kNone;
  s.blocked = writer_.add("blocked", 1);
  s.backpressure = writer_.add("backpressure", 1);
  s.blocked_by = writer_.add("blocked_by", port_bits_, output_names_);
  s.hol = writer_.add("hol", 1);
  s.victims = writer_.add("victims", shape_.ports);
  s.pool = writer_.add("pool", 1);
  s.pool_by = writer_.add("pool_by", port_bits_, output_names_);
  s.cause = writer_.add("cause", shape_.cause_bits(), cause_names(shape_));
  s.drops = writer_.add("drops", kCountBits);
  writer_.close_scope();
  inputs_.push_back(s);
}

void PortsFst::add_output(unsigned port) {
  writer_.open_scope(fmt::format("out[{}]", port));
  Output s{};
  s.side = add_side();
  s.grant = writer_.add("grant", port_bits_, input_names_);
  s.idle_with_work = writer_.add("idle_with_work", 1);
  s.occupancy = shape_.queues != QueuePlace::Input ? writer_.add("occupancy", kCountBits) : FstWriter::kNone;
  s.lag = shape_.lag ? writer_.add("lag", kCountBits) : FstWriter::kNone;
  writer_.close_scope();
  outputs_.push_back(s);
}

void PortsFst::add_queue(unsigned queue) {
  writer_.open_scope(fmt::format("queue[{}]", queue));
  queues_.push_back({writer_.add("beats", kCountBits), writer_.add("packets", kCountBits),
                     writer_.add("drops", kCountBits), writer_.add_text("head")});
  writer_.close_scope();
}

void PortsFst::begin(const PortCycle& cycle) {
  writer_.at(cycle.cycle * kCycleTime);
  writer_.set(clk_, 0);
  writer_.set(rst_n_, 1);
  writer_.set(cycle_, cycle.cycle);
  for (unsigned i = 0; i < shape_.ports; ++i) set_input(cycle, i);
  for (unsigned j = 0; j < shape_.ports; ++j) set_output(cycle, j);
  for (unsigned q = 0; q < shape_.queue_count; ++q) {
    writer_.set(queues_[q].beats, cycle.occ_beats[q]);
    writer_.set(queues_[q].packets, cycle.occ_packets[q]);
    set_if(shape_.known.drops, queues_[q].drops, cycle.drop_full[q]);
    writer_.set_text(queues_[q].head, cycle.head[q] ? LineTrace::packet_text(*cycle.head[q]) : " ");
  }
  writer_.set(beats_, std::accumulate(cycle.occ_beats.begin(), cycle.occ_beats.end(), std::uint64_t{0}));
  writer_.set(packets_,
              std::accumulate(cycle.occ_packets.begin(), cycle.occ_packets.end(), std::uint64_t{0}));
  set_if(shape_.known.drops, drops_, cycle.drops());
  set_if(shape_.known.flags, hol_, port_count(cycle.hol));
}

void PortsFst::edge(const PortCycle& cycle) {
  writer_.at(cycle.cycle * kCycleTime + kCycleTime / 2);
  writer_.set(clk_, 1);
}

void PortsFst::set_if(bool counts, Signal signal, std::uint64_t value) {
  if (counts)
    writer_.set(signal, value);
  else
    writer_.set_unknown(signal);
}

void PortsFst::set_side(const Side& side, const Handshake& shown, std::uint8_t dest, const PacketId& packet) {
  const bool offered = shown.valid.value_or(false), ready = shown.ready.value_or(false);
  if (!shown.valid || !shown.ready)
    writer_.set_text(side.beat, "?");
  else if (offered && ready)
    writer_.set_text(side.beat, LineTrace::beat_text(packet, shape_, shown.keep));
  else
    writer_.set_text(side.beat, offered ? "#" : ready ? "." : " ");
  set_if(shown.valid.has_value(), side.valid, offered);
  set_if(shown.ready.has_value(), side.ready, ready);
  set_if(offered, side.last, shown.last);
  set_if(offered, side.user, shown.user);
  set_if(offered, side.dest, dest);
  set_if(offered, side.source, packet.source);
  set_if(offered, side.destination, packet.destination);
  set_if(offered, side.number, packet.number);
  if (side.keep != FstWriter::kNone) set_if(offered, side.keep, shown.keep);
  if (side.of_class != FstWriter::kNone) set_if(offered, side.of_class, packet.of_class.value_or(0));
}

std::uint64_t PortsFst::beats_of_input(const PortCycle& cycle, unsigned port) const {
  const auto first = cycle.occ_beats.begin() + shape_.first_queue_of_input(port);
  return std::accumulate(first, first + shape_.queues_of_input(), std::uint64_t{0});
}

std::uint64_t PortsFst::beats_of_output(const PortCycle& cycle, unsigned port) const {
  std::uint64_t beats = 0;
  for (unsigned q = port; q < shape_.queue_count; q += shape_.ports) beats += cycle.occ_beats[q];
  return beats;
}

std::uint64_t PortsFst::drops_of_input(const PortCycle& cycle, unsigned port) const {
  const auto first = cycle.drop_full.begin() + shape_.first_queue_of_input(port);
  return std::accumulate(first, first + shape_.queues_of_input(), std::uint64_t{cycle.drop_misrouted[port]});
}

void PortsFst::set_input(const PortCycle& c, unsigned port) {
  const Input& s = inputs_[port];
  const auto is = [&](PortMask set) { return (set & bit(port)) != 0; };
  const auto valid = c.inputs_known ? std::optional(is(c.s_tvalid)) : std::nullopt;
  set_side(s.side, {valid, is(c.s_tready), is(c.s_tlast), is(c.s_tuser), keep_of(c.s_tkeep, port)},
           c.s_tdest[port], c.in[port]);
  if (s.occupancy != FstWriter::kNone) writer_.set(s.occupancy, beats_of_input(c, port));
  set_if(shape_.known.drops, s.drops, drops_of_input(c, port));
  if (!shape_.known.flags) return;  // x
  writer_.set(s.blocked, is(c.blocked));
  writer_.set(s.backpressure, is(c.blocked_backpressure));
  set_if(is(c.blocked), s.blocked_by, c.blocked_by[port]);
  writer_.set(s.hol, is(c.hol));
  writer_.set(s.victims, is(c.hol) ? c.hol_victims[port] : 0);
  writer_.set(s.pool, is(c.pool));
  set_if(is(c.pool), s.pool_by, c.pool_by[port]);
  writer_.set(s.cause, static_cast<std::uint64_t>(hold_of(c, port)));
}

void PortsFst::set_output(const PortCycle& c, unsigned port) {
  const Output& s = outputs_[port];
  const auto is = [&](PortMask set) { return (set & bit(port)) != 0; };
  const bool offered = is(c.m_tvalid);
  const auto ready = c.inputs_known ? std::optional(is(c.m_tready)) : std::nullopt;
  set_side(s.side, {offered, ready, is(c.m_tlast), is(c.m_tuser), keep_of(c.m_tkeep, port)}, c.m_tdest[port],
           c.out[port]);
  set_if(offered, s.grant, c.out[port].source);
  set_if(shape_.known.flags, s.idle_with_work, is(c.idle_with_work));
  if (s.occupancy != FstWriter::kNone) writer_.set(s.occupancy, beats_of_output(c, port));
  if (s.lag != FstWriter::kNone) set_if(c.lag[port].has_value(), s.lag, c.lag[port].value_or(0));
}

}  // namespace xb
