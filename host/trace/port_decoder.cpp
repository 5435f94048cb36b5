// SPDX-License-Identifier: Apache-2.0
#include "host/trace/port_decoder.h"

#include <algorithm>

namespace xb {
namespace {

template <class T>
void copy(std::vector<T>& to, const T* from) {
  std::copy(from, from + to.size(), to.begin());
}

}  // namespace

PortDecoder::PortDecoder(const SwitchShape& shape)
    : shape_(shape), stride_(std::max(1U, shape.data_words)), places_(shape) {
  const unsigned ports = shape.ports;
  for (auto* packets : {&now_.in, &now_.out}) packets->resize(ports);
  for (auto* numbers : {&now_.s_tdest, &now_.m_tdest, &now_.blocked_by, &now_.pool_by})
    numbers->resize(ports);
  if (shape.keep_bits > 0)
    for (auto* keep : {&now_.s_tkeep, &now_.m_tkeep}) keep->resize(ports);
  now_.hol_victims.resize(ports);
  now_.drop_misrouted.resize(ports);
  for (auto* counts : {&now_.occ_beats, &now_.occ_packets, &now_.drop_full})
    counts->resize(shape.queue_count);
  now_.head.resize(shape.queue_count);
  if (shape.lag) now_.lag.resize(ports);
}

PacketId PortDecoder::header_of(const std::uint64_t* data, const std::uint8_t* tid, unsigned port) const {
  PacketId packet = PacketId::of(PacketHeader::decode(data[std::size_t{port} * stride_]));
  if (shape_.classes > 1) packet.of_class = tid[port];
  return packet;
}

void PortDecoder::show(const SwitchOutputs& out, const SwitchOutputs& flags) {
  PortCycle& c = now_;
  c.s_tready = out.s_tready;
  c.m_tvalid = out.m_tvalid;
  c.m_tlast = out.m_tlast & out.m_tvalid;
  c.m_tuser = out.m_tuser & out.m_tvalid;
  c.blocked = flags.blocked;
  c.blocked_backpressure = flags.blocked_backpressure & flags.blocked;
  c.hol = flags.hol;
  c.pool = flags.pool;
  c.idle_with_work = flags.idle_with_work;
  for_each_port(c.m_tuser, [&](unsigned port) {
    c.out[port] = header_of(out.m_tdata, out.m_tid, port);
    c.m_tdest[port] = out.m_tdest[port];
  });
  copy(c.m_tkeep, out.m_tkeep);
  copy(c.blocked_by, flags.blocked_by);
  copy(c.pool_by, flags.pool_by);
  copy(c.hol_victims, flags.hol_victims);
  copy(c.drop_misrouted, out.drop_misrouted);
  copy(c.occ_beats, out.occ_beats);
  copy(c.occ_packets, out.occ_packets);
  copy(c.drop_full, out.drop_full);
}

const PortCycle& PortDecoder::clock(const SwitchInputs& in) {
  PortCycle& c = now_;
  c.inputs_known = true;
  c.s_tvalid = in.s_tvalid;
  c.s_tlast = in.s_tlast & in.s_tvalid;
  c.s_tuser = in.s_tuser & in.s_tvalid;
  c.m_tready = in.m_tready;
  copy(c.s_tkeep, in.s_tkeep);
  for_each_port(c.s_tuser, [&](unsigned port) {
    c.in[port] = header_of(in.s_tdata, in.s_tid, port);
    c.s_tdest[port] = in.s_tdest[port];
  });
  return finish();
}

const PortCycle& PortDecoder::cut() {
  now_.inputs_known = false;
  now_.s_tvalid = now_.s_tlast = now_.s_tuser = now_.m_tready = 0;
  return finish();
}

const PortCycle& PortDecoder::finish() {
  now_.cycle = next_cycle_++;
  places_.look(now_);
  for (unsigned q = 0; q < shape_.queue_count; ++q) now_.head[q] = places_.head(q);
  // Such queues get their packets in the order of turns, which the ports do not show.
  if (shape_.queues == QueuePlace::Output)
    for_each_port(now_.m_tvalid & all_ports(shape_.ports),
                  [&](unsigned port) { now_.head[port] = now_.out[port]; });
  if (!shape_.known.queues) count_queues();
  places_.move(now_);
  return now_;
}

/// What has come in and has not gone out, where the switch does not show it.
void PortDecoder::count_queues() {
  for (unsigned q = 0; q < shape_.queue_count; ++q) {
    const auto& residents = places_.residents(q);
    now_.occ_packets[q] = static_cast<std::uint32_t>(residents.size());
    if (shape_.shows_beats) continue;
    std::uint32_t beats = 0;
    for (const PacketPlaces::Resident& resident : residents) beats += resident.beats;
    now_.occ_beats[q] = beats;
  }
}

}  // namespace xb
