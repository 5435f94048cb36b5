// SPDX-License-Identifier: Apache-2.0
#include "host/measure/higher_class.h"

#include <algorithm>

#include "host/link/packet.h"

namespace xb {

HigherClass::HigherClass(unsigned ports, unsigned classes, const Rules& rules)
    : ports_(ports),
      classes_(classes),
      rules_(rules),
      waiting_(std::size_t{classes} * ports),
      heads_(classes) {}

void HigherClass::cycle(const SwitchInputs& in, PortMask accepted, const SwitchOutputs& out,
                        PortMask delivered, std::uint64_t now) {
  const auto waits = [&](const Packet& packet) {
    if (packet.waits_from > now) return false;
    wait(packet);
    return true;
  };
  coming_.erase(std::remove_if(coming_.begin(), coming_.end(), waits), coming_.end());
  look(out, now);
  take(in, accepted, now);
  for_each_port(delivered & out.m_tuser, [&](unsigned output) { leave(shown_[output]); });
}

void HigherClass::look(const SwitchOutputs& out, std::uint64_t now) {
  for_each_port(out.m_tvalid & out.m_tuser, [&](unsigned output) {
    const std::uint64_t header = out.m_tdata[std::size_t{output} * rules_.words];
    shown_[output] = {now, PacketHeader::decode(header).source, out.m_tid[output], output};
  });
  PortMask busy = 0;  // of FIFO inputs: those that do something for a higher class
  held_ = {};
  for (unsigned c = classes_ - 1; c-- > 0;) {
    for_each_port(out.m_tvalid, [&](unsigned output) {
      if (shown_[output].of_class <= c) return;
      held_[c] |= heads_[c][output];
      busy |= bit(shown_[output].input);
    });
    if (rules_.holds) busy |= any_head_[c + 1];
    if (rules_.fifo) held_[c] |= busy & any_head_[c];
  }
}

void HigherClass::take(const SwitchInputs& in, PortMask accepted, std::uint64_t now) {
  for_each_port(accepted & in.s_tuser, [&](unsigned input) {
    entering_[input] = {now + 1 + rules_.route_delay, input, in.s_tid[input], in.s_tdest[input]};
  });
  for_each_port(accepted & (rules_.store_forward ? in.s_tlast : in.s_tuser), [&](unsigned input) {
    coming_.push_back(entering_[input]);
    coming_.back().waits_from = std::max(entering_[input].waits_from, now + 1);
  });
}

void HigherClass::wait(const Packet& packet) {
  Waiting& of = waiting(packet);
  ++of.count[packet.output];
  if (rules_.fifo) of.outputs.push_back(static_cast<std::uint8_t>(packet.output));
  find_heads(packet);
}

void HigherClass::leave(const Packet& packet) {
  Waiting& of = waiting(packet);
  if (of.count[packet.output] == 0) {  // sooner than its route is known to take
    const auto is_it = [&](const Packet& other) {
      return other.input == packet.input && other.of_class == packet.of_class &&
             other.output == packet.output;
    };
    const auto first = std::find_if(coming_.begin(), coming_.end(), is_it);
    if (first != coming_.end()) coming_.erase(first);
    return;
  }
  --of.count[packet.output];
  if (rules_.fifo) of.outputs.erase(of.outputs.begin());
  find_heads(packet);
}

void HigherClass::find_heads(const Packet& changed) {
  const Waiting& of = waiting(changed);
  auto& inputs = heads_[changed.of_class];
  const PortMask mine = bit(changed.input);
  if (!rules_.fifo) {
    inputs[changed.output] =
        of.count[changed.output] == 0 ? inputs[changed.output] & ~mine : inputs[changed.output] | mine;
    return;
  }
  for (unsigned output = 0; output < ports_; ++output) inputs[output] &= ~mine;
  any_head_[changed.of_class] &= ~mine;
  if (of.outputs.empty()) return;
  inputs[of.outputs.front()] |= mine;
  any_head_[changed.of_class] |= mine;
}

}  // namespace xb
