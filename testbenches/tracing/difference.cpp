// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/difference.h"

namespace xb {
namespace {

/// The ports at which the values of two lists differ.
template <class List>
PortMask unequal(const List& a, const List& b, PortMask ports) {
  PortMask found = 0;
  for_each_port(ports, [&](unsigned port) {
    if (!(a[port] == b[port])) found |= bit(port);
  });
  return found;
}

}  // namespace

DifferingPorts differing_ports(const SwitchShape& shape, const PortCycle& a, const PortCycle& b) {
  const PortMask all = all_ports(shape.ports);
  DifferingPorts found;
  found.inputs = (a.s_tready ^ b.s_tready) | (a.blocked ^ b.blocked) | (a.hol ^ b.hol) | (a.pool ^ b.pool) |
                 (a.blocked_backpressure ^ b.blocked_backpressure) |
                 unequal(a.blocked_by, b.blocked_by, a.blocked & b.blocked) |
                 unequal(a.hol_victims, b.hol_victims, a.hol & b.hol) |
                 unequal(a.pool_by, b.pool_by, a.pool & b.pool) |
                 unequal(a.drop_misrouted, b.drop_misrouted, all);
  const PortMask sent = a.m_tvalid & b.m_tvalid;
  found.outputs = (a.m_tvalid ^ b.m_tvalid) | (sent & ((a.m_tlast ^ b.m_tlast) | (a.m_tuser ^ b.m_tuser))) |
                  (a.idle_with_work ^ b.idle_with_work) | unequal(a.m_tdest, b.m_tdest, sent) |
                  unequal(a.out, b.out, sent);
  if (shape.keep_bits > 0) found.outputs |= unequal(a.m_tkeep, b.m_tkeep, sent);
  PortMask& with_queues = shape.queues == QueuePlace::Output ? found.outputs : found.inputs;
  for (unsigned q = 0; q < shape.queue_count; ++q) {
    if (a.occ_beats[q] != b.occ_beats[q] || a.occ_packets[q] != b.occ_packets[q] ||
        a.drop_full[q] != b.drop_full[q])
      with_queues |= bit(shape.port_of(q));
  }
  found.inputs &= all;
  found.outputs &= all;
  return found;
}

void DifferenceSink::hear(const PortCycle& cycle) {
  if (!window_.has(cycle.cycle)) return;
  if (!other_ || other_->cycle != cycle.cycle) {
    other_ = cycle;
    return;
  }
  last_ = differing_ports(shape_, *other_, cycle);
  other_.reset();
  if (!writer_) {
    writer_.emplace(file_);
    writer_->open_scope("differs");
    any_ = writer_->add("any", 1);
    in_ = writer_->add("in", shape_.ports);
    out_ = writer_->add("out", shape_.ports);
    writer_->close_scope();
  }
  writer_->at(cycle.cycle * kCycleTime);
  writer_->set(any_, last_.any() ? 1 : 0);
  writer_->set(in_, last_.inputs);
  writer_->set(out_, last_.outputs);
}

}  // namespace xb
