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
  if (!coming_.empty()) coming_.erase(std::remove_if(coming_.begin(), coming_.end(), waits), coming_.end());
  look(out, now);
  if (rules_.fifo) look_behind(in.m_tready, out.m_tvalid);
  take(in, accepted, now);
  for_each_port(delivered & out.m_tuser, [&](unsigned output) { leave(shown_[output]); });
  sending_ = (sending_ | delivered) & ~(delivered & out.m_tlast);
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
    if (rules_.holds) busy |= going_heads(c + 1);
    if (rules_.fifo) held_[c] |= busy & any_head_[c];
  }
}

/// Of FIFO inputs: those whose head of the class is for an output where it may begin.
PortMask HigherClass::going_heads(unsigned of_class) const {
  PortMask inputs = any_head_[of_class];
  if (stopped_ == nullptr || stopped_[of_class] == 0) return inputs;
  for_each_port(inputs, [&](unsigned input) {
    const unsigned output = waiting_[of_class * ports_ + input].outputs.front();
    if ((stopped_[of_class] >> output & 1U) != 0) inputs &= ~bit(input);
  });
  return inputs;
}

/// The packet in front of an input is the one that it shows or is in the middle of; if there is none, the
/// highest head if that holds the others, or each head for its own class.
void HigherClass::look_behind(PortMask ready, PortMask valid) {
  head_of_line_.clear();
  const PortMask idle = ready & ~valid & ~sending_ & all_ports(ports_);
  if (idle == 0) return;
  PortMask served = 0;
  for_each_port(valid | sending_, [&](unsigned output) {
    served |= bit(shown_[output].input);
    if ((valid & ~ready & bit(output)) != 0) add_front(shown_[output], true, idle);
  });
  for (unsigned c = classes_; c-- > 0;) {
    for_each_port(any_head_[c] & ~served, [&](unsigned input) {
      add_front({0, input, c, waiting_[c * ports_ + input].outputs.front()}, rules_.holds, idle);
    });
    if (rules_.holds) served |= any_head_[c];
  }
}

void HigherClass::add_front(const Packet& front, bool of_all, PortMask idle) {
  const unsigned first = of_all ? 0 : front.of_class, end = of_all ? classes_ : front.of_class + 1;
  const PortMask others = idle & ~bit(front.output);
  std::uint32_t behind = 0;
  for (unsigned c = first; c < end; ++c)
    if ((waiting_[c * ports_ + front.input].wanted & others) != 0) behind |= 1U << c;
  if (behind != 0) head_of_line_.push_back({front.input, front.of_class, front.output, behind});
}

void HigherClass::take(const SwitchInputs& in, PortMask accepted, std::uint64_t now) {
  const auto enter = [&](Packet& packet) {
    packet.waits_from = std::max(packet.waits_from, now + 1);
    if (packet.waits_from == now + 1)
      wait(packet);
    else
      coming_.push_back(packet);
  };
  for_each_port(accepted & in.s_tuser, [&](unsigned input) {
    Packet& packet = entering_[input];
    packet = {now + 1 + rules_.route_delay, input, in.s_tid[input], in.s_tdest[input]};
    if (!rules_.store_forward) enter(packet);
  });
  if (rules_.store_forward)
    for_each_port(accepted & in.s_tlast, [&](unsigned input) { enter(entering_[input]); });
}

void HigherClass::wait(const Packet& packet) {
  Waiting& of = waiting(packet);
  ++of.count[packet.output];
  of.wanted |= bit(packet.output);
  if (rules_.fifo) of.outputs.push(static_cast<std::uint8_t>(packet.output));
  if (of.outputs.size() <= 1) set_head(packet);
}

void HigherClass::leave(const Packet& packet) {
  Waiting& of = waiting(packet);
  std::uint32_t& count = of.count[packet.output];
  if (count == 0) {  // sooner than its route is known to take
    const auto is_it = [&](const Packet& other) {
      return other.input == packet.input && other.of_class == packet.of_class &&
             other.output == packet.output;
    };
    const auto first = std::find_if(coming_.begin(), coming_.end(), is_it);
    if (first != coming_.end()) coming_.erase(first);
    return;
  }
  if (--count == 0) of.wanted &= ~bit(packet.output);
  if (!rules_.fifo && count > 0) return;
  heads_[packet.of_class][packet.output] &= ~bit(packet.input);
  if (!rules_.fifo) return;
  any_head_[packet.of_class] &= ~bit(packet.input);
  of.outputs.pop();
  if (!of.outputs.empty()) set_head({0, packet.input, packet.of_class, of.outputs.front()});
}

void HigherClass::set_head(const Packet& packet) {
  heads_[packet.of_class][packet.output] |= bit(packet.input);
  any_head_[packet.of_class] |= bit(packet.input);
}

}  // namespace xb
