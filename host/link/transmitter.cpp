// SPDX-License-Identifier: Apache-2.0
#include "host/link/transmitter.h"

#include <algorithm>

namespace xb {

Transmitter::Transmitter(unsigned ports, unsigned data_words, LengthUnit unit, unsigned classes)
    : ports_(ports),
      all_(all_ports(ports)),
      data_words_(data_words),
      unit_(unit),
      headers_only_(data_words == 0 && !unit.in_bytes()),
      patterns_(data_words == 0 ? 0 : ports),
      next_sequence_(std::size_t{ports} * ports * classes) {}

/// The first beat of a packet with payload or tkeep; returns the packet's beats.
unsigned Transmitter::begin_content(unsigned port, unsigned length) {
  const std::uint64_t header = port_[port].header;
  if (data_words_ == 0) {
    wires_.s_tdata[port] = header;
  } else {
    patterns_[port] = PayloadPattern(header);
    patterns_[port].write(&wires_.s_tdata[std::size_t{port} * data_words_], data_words_);
  }
  const unsigned beats = unit_.beats_of(length);
  if (unit_.in_bytes()) wires_.s_tkeep[port] = beats == 1 ? unit_.last_keep(length) : unit_.full_keep();
  return beats;
}

/// Likewise the next beat.
void Transmitter::next_content(unsigned port) {
  if (data_words_ != 0) patterns_[port].write(&wires_.s_tdata[std::size_t{port} * data_words_], data_words_);
  if (unit_.in_bytes() && port_[port].beats_left == 1) wires_.s_tkeep[port] = unit_.last_keep(length(port));
}

/// Of the beats that the switch took, to the next ones.
void Transmitter::move_on(PortMask taken, std::uint64_t now, Scoreboard& scoreboard) {
  for_each_port(taken & wires_.s_tlast & ~wires_.s_tuser,
                [&](unsigned port) { scoreboard.all_in(port_[port].source, port_[port].destination, now); });
  wires_.s_tuser &= ~taken;
  held_ = wires_.s_tvalid & ~taken;
  taken_ = taken;
  busy_ &= ~(taken & wires_.s_tlast);
  wires_.s_tvalid = busy_;
  for_each_port(taken & ~wires_.s_tlast, [&](unsigned port) {
    if (--port_[port].beats_left == 1) wires_.s_tlast |= PortMask{1} << port;
    if (!headers_only_) next_content(port);
  });
}

std::uint64_t Transmitter::steady_cycles(PortMask taken) const {
  if ((taken & (wires_.s_tuser | wires_.s_tlast)) != 0) return 0;
  std::uint64_t cycles = ~std::uint64_t{0};
  for_each_port(taken,
                [&](unsigned port) { cycles = std::min(cycles, std::uint64_t{port_[port].beats_left} - 1); });
  return cycles;
}

void Transmitter::skip(PortMask taken, std::uint64_t cycles) {
  for_each_port(taken, [&](unsigned port) {
    Port& p = port_[port];
    p.beats_left -= static_cast<unsigned>(cycles);
    if (p.beats_left == 1) wires_.s_tlast |= PortMask{1} << port;
    if (!headers_only_) next_content(port);
  });
}

}  // namespace xb
