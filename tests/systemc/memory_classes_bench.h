// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "systemc/memory_switch_classes.h"

namespace xb::twin {

/// A packet's first beat is its number << 8, each further one that and its index.
struct ClassPacket {
  std::uint64_t number;
  unsigned destination, of_class, beats;
};

/// The switch, its wires, and packets that inputs send one after the other.
template <class Switch = MemorySwitchClasses>
class ClassesBench {
 public:
  ClassesBench(unsigned ports, unsigned classes, const Settings& settings, bool per_output = true,
               std::uint32_t max_depth = 4096, Sharing sharing = Sharing::Complete)
      : ports_(ports),
        sw({ports, 1, max_depth, 16, 0, false, 1, classes, 0, sharing}, per_output),
        queue(ports) {
    in_.settings = settings;
    in_.s_tdest = dest_.data();
    in_.s_tdata = data_.data();
    in_.s_tid = tid_.data();
    sw.step(in_);
    sw.step(in_);
  }

  void send(unsigned input, unsigned destination, unsigned of_class, unsigned beats) {
    queue[input].push_back({next_++, destination, of_class, beats});
  }
  /// A cycle in which these receivers are ready.
  template <class Out>
  void cycle(PortMask ready, Out&& out) {
    in_.m_tready = ready;
    in_.s_tvalid = in_.s_tlast = in_.s_tuser = 0;
    PortMask taken = 0;
    for (unsigned i = 0; i < ports_; ++i) {
      if (queue[i].empty()) continue;
      const ClassPacket& packet = queue[i].front();
      in_.s_tvalid |= bit(i);
      in_.s_tuser |= PortMask{sent_[i] == 0} << i;
      in_.s_tlast |= PortMask{sent_[i] + 1 == packet.beats} << i;
      dest_[i] = static_cast<std::uint8_t>(packet.destination);
      tid_[i] = static_cast<std::uint8_t>(packet.of_class);
      data_[i] = packet.number << 8U | (sent_[i] & 0xffU);
      taken |= sw.class_ready(packet.of_class) & bit(i);
    }
    for_each_port(sw.m_tvalid() & ready,
                  [&](unsigned j) { out(j, sw.m_tid(j), *sw.m_tdata(j), sw.m_side(j)); });
    sw.step(in_);
    for_each_port(taken, [&](unsigned i) {
      if (++sent_[i] < queue[i].front().beats) return;
      queue[i].pop_front();
      sent_[i] = 0;
    });
  }
  void cycles(unsigned count, PortMask ready) {
    for (; count > 0; --count) cycle(ready, [](unsigned, unsigned, std::uint64_t, const Side&) {});
  }

 private:
  unsigned ports_;
  Inputs in_;
  std::array<std::uint8_t, kMaxPorts> dest_{}, tid_{};
  std::array<std::uint64_t, kMaxPorts> data_{};
  std::array<unsigned, kMaxPorts> sent_{};
  std::uint64_t next_ = 0;

 public:
  Switch sw;
  std::vector<std::deque<ClassPacket>> queue;  // per input
};

}  // namespace xb::twin
