// SPDX-License-Identifier: Apache-2.0
#include "bench/tape.h"

#include <algorithm>

#include "host/base/errors.h"

namespace xb {

void TapedSwitch::write_down(const SwitchInputs& in, const SwitchOutputs& out) {
  const PortMask begun = in.s_tvalid & in.s_tuser & ~busy_;
  busy_ |= begun;
  // What a port without a packet may do does not matter: as few steps as there can be.
  const PortMask may_send = (may_send_ & ~busy_) | (in.s_tvalid & busy_);
  if (begun != 0 || may_send != may_send_ || in.m_tready != ready_) {
    tape_.steps.push_back({now_, may_send, in.m_tready, tape_.starts.size()});
    for_each_port(begun, [&](unsigned port) {
      const std::uint64_t header = in.s_tdata[std::size_t{port} * stride_];
      tape_.starts.push_back({port, in.s_tdest[port], PacketHeader::decode(header).length});
    });
    may_send_ = may_send;
    ready_ = in.m_tready;
  }
  busy_ &= ~(in.s_tvalid & out.s_tready & in.s_tlast);
  ++now_;
}

PortMask TapeWorkload::before_cycle(std::uint64_t now, Transmitter& transmitter) {
  if (now < next_cycle()) return ready_;
  const Tape::Step& step = tape_.steps[next_++];
  const std::size_t end = next_ < tape_.steps.size() ? tape_.steps[next_].starts : tape_.starts.size();
  for (std::size_t n = step.starts; n < end; ++n) {
    const Tape::Start& s = tape_.starts[n];
    if (step.cycle != now || (transmitter.busy() >> s.port & 1U) != 0)
      throw RunError("cycle {}: input {} is not where it was when the tape was made", now, s.port);
    transmitter.start(s.port, s.output, s.length_beats, now);
  }
  may_send_ = step.may_send;
  return ready_ = step.ready;
}

std::uint64_t TapeWorkload::quiet_until(std::uint64_t now, const Transmitter& /*transmitter*/) const {
  return std::max(now, next_cycle());
}

}  // namespace xb
