// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/trace/traced_window.h"

namespace xb {

inline SwitchShape made_shape(QueuePlace place, unsigned ports, bool fifo = false) {
  SwitchShape shape;
  shape.ports = ports;
  shape.queues = place;
  shape.queue_count = place == QueuePlace::Pair ? ports * ports : ports;
  shape.fifo = fifo;
  shape.name = "made";
  shape.point = "--ports " + std::to_string(ports);
  return shape;
}

/// Which of a packet's beats.
enum class Beat : unsigned { Middle = 0, First = 1, Last = 2, Only = 3 };

/// Cycles of a switch, made by hand, one after the other.
class MadeCycles {
 public:
  explicit MadeCycles(const SwitchShape& shape, std::uint64_t first_cycle = 0)
      : shape_(shape), next_cycle_(first_cycle) {}

  /// Begins a cycle: all ready, nothing valid, the counts as before.
  PortCycle& next() {
    PortCycle c;
    c.cycle = next_cycle_++;
    c.s_tready = c.m_tready = all_ports(shape_.ports);
    c.in.resize(shape_.ports);
    c.out.resize(shape_.ports);
    for (auto* numbers : {&c.s_tdest, &c.m_tdest, &c.blocked_by, &c.pool_by}) numbers->resize(shape_.ports);
    c.hol_victims.resize(shape_.ports);
    c.drop_misrouted.resize(shape_.ports);
    for (auto* counts : {&c.occ_beats, &c.occ_packets, &c.drop_full}) counts->resize(shape_.queue_count);
    c.head.resize(shape_.queue_count);
    if (!cycles_.empty()) {
      c.drop_misrouted = cycles_.back().drop_misrouted;
      c.drop_full = cycles_.back().drop_full;
      c.occ_beats = cycles_.back().occ_beats;
    }
    cycles_.push_back(c);
    return cycles_.back();
  }
  /// A beat at an input, the packet's source, or at an output, its destination.
  MadeCycles& in(const PacketId& packet, Beat beat, bool ready = true) {
    PortCycle& c = cycles_.back();
    set(packet.source, beat, ready, c.s_tvalid, c.s_tready, c.s_tuser, c.s_tlast);
    c.in[packet.source] = packet;
    return *this;
  }
  MadeCycles& out(const PacketId& packet, Beat beat, bool ready = true) {
    PortCycle& c = cycles_.back();
    set(packet.destination, beat, ready, c.m_tvalid, c.m_tready, c.m_tuser, c.m_tlast);
    c.out[packet.destination] = packet;
    return *this;
  }

  [[nodiscard]] PortCycle& now() { return cycles_.back(); }
  [[nodiscard]] const std::vector<PortCycle>& all() const { return cycles_; }
  [[nodiscard]] TracedWindow window() const {
    TracedWindow window(shape_);
    window.cycles = cycles_;
    return window;
  }

 private:
  static void set(unsigned port, Beat beat, bool is_ready, PortMask& valid, PortMask& ready, PortMask& first,
                  PortMask& last) {
    valid |= bit(port);
    if (!is_ready) ready &= ~bit(port);
    if ((static_cast<unsigned>(beat) & 1U) != 0) first |= bit(port);
    if ((static_cast<unsigned>(beat) & 2U) != 0) last |= bit(port);
  }

  SwitchShape shape_;
  std::uint64_t next_cycle_;
  std::vector<PortCycle> cycles_;
};

}  // namespace xb
