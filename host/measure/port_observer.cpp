// SPDX-License-Identifier: Apache-2.0
#include "host/measure/port_observer.h"

#include <algorithm>

#include "host/link/packet.h"

namespace xb {

PortObserver::PortObserver(unsigned ports, bool store_forward, unsigned words, unsigned classes)
    : ports_(ports),
      words_(words),
      classes_(classes),
      store_forward_(store_forward),
      shown_(std::make_unique<SwitchOutputs>()),
      waiting_(std::size_t{ports} * ports * classes),
      oldest_(waiting_.size(), kNone),
      waits_from_(waiting_.size(), kNone) {}

/// Of all flows of the input: a processor cannot guess which of them have packets, nor which is the oldest.
PortObserver::Oldest PortObserver::oldest(unsigned input, std::uint64_t now) const {
  std::uint64_t name = kNone;
  for (std::size_t at = flow(input, 0, 0), end = flow(input + 1, 0, 0); at < end; ++at)
    name = std::min(name, oldest_[at]);
  const unsigned output = name & 0xFFU, of_class = name >> 8U & 0xFFU;
  const bool is_leaving = (leaving_[input] & bit(output)) != 0 && sender_[output].packet == name;
  return {output, is_leaving, is_leaving || waits_from_[flow(input, output, of_class)] <= now};
}

PortObserver::Block PortObserver::block(unsigned input, const Oldest& packet, PortMask ready,
                                        const SwitchOutputs& out) const {
  const PortMask at = bit(packet.output);
  if (!packet.waits) return Block::None;
  if (!packet.is_leaving) {
    if ((sending_ & at) != 0) return Block::Contention;
    const std::uint64_t header = out.m_tdata[std::size_t{packet.output} * words_];
    if ((out.m_tvalid & at) != 0 && PacketHeader::decode(header).source != input) return Block::Contention;
  } else if ((out.m_tvalid & at) == 0) {
    return Block::None;  // its next beat has not come yet
  }
  return (ready & at) == 0 ? Block::Backpressure : Block::None;
}

void PortObserver::look(PortMask ready, const SwitchOutputs& out, std::uint64_t now) {
  SwitchOutputs& flags = *shown_;
  flags.blocked = flags.blocked_backpressure = flags.hol = flags.idle_with_work = 0;
  const PortMask silent = ready & ~out.m_tvalid, idle = silent & ~sending_;
  for (unsigned input = 0; input < ports_; ++input) {
    if ((to_[input] | leaving_[input]) == 0) continue;
    PortMask waited_for = 0;
    if ((to_[input] & silent) != 0) {
      std::size_t at = flow(input, 0, 0);
      for (unsigned c = 0; c < classes_; ++c)
        for (unsigned output = 0; output < ports_; ++output, ++at)
          waited_for |= PortMask{waits_from_[at] <= now} << output;
      waited_for &= silent;
    }
    flags.idle_with_work |= waited_for;
    const Oldest head = oldest(input, now);
    const Block why = block(input, head, ready, out);
    if (why == Block::None) continue;
    flags.blocked |= bit(input);
    flags.blocked_by[input] = static_cast<std::uint8_t>(head.output);
    if (why == Block::Backpressure) flags.blocked_backpressure |= bit(input);
    const PortMask victims = waited_for & idle & ~bit(head.output);
    if (victims == 0) continue;
    flags.hol |= bit(input);
    flags.hol_victims[input] = victims;
  }
}

void PortObserver::enters(unsigned input, unsigned output, std::uint64_t waits_from, unsigned of_class) {
  const Entering entering{flow(input, output, of_class), pair(input, output)};
  entering_[input] = entering;
  Ring<Packet>& waiting = waiting_[entering.flow];
  const std::uint64_t name = next_number_[input]++ << 16U | of_class << 8U | output;
  oldest_[entering.flow] = std::min(oldest_[entering.flow], name);
  waiting.push({name, waits_from, 0, false});
  if (waiting.size() == 1) look_at_first(entering.flow);
  to_[input] |= bit(output);
  ++shown_->occ_packets[entering.pair];
}

void PortObserver::beat_in(unsigned input, bool last, std::uint64_t now) {
  ++shown_->occ_beats[entering_[input].pair];
  Ring<Packet>& waiting = waiting_[entering_[input].flow];
  if (waiting.empty() || waiting.back().whole) return;  // it is leaving already
  Packet& packet = waiting.back();
  ++packet.beats;
  packet.whole = last;
  if (!last || !store_forward_) return;
  if (packet.waits_from <= now) packet.waits_from = now + 1;
  look_at_first(entering_[input].flow);
}

void PortObserver::lost(unsigned input, unsigned output, std::uint64_t packets, unsigned of_class) {
  if (packets == 0) return;
  const std::size_t at = pair(input, output), flow = this->flow(input, output, of_class);
  Ring<Packet>& waiting = waiting_[flow];
  for (; packets > 0; --packets) {
    shown_->occ_beats[at] -= waiting.front().beats;
    --shown_->occ_packets[at];
    ++shown_->drop_full[at];
    waiting.pop();
  }
  oldest_[flow] = first_name(flow);
  look_at_first(flow);
}

void PortObserver::begins(unsigned input, unsigned output, unsigned of_class) {
  const std::size_t flow = this->flow(input, output, of_class);
  Ring<Packet>& waiting = waiting_[flow];
  sender_[output] = {input, flow, waiting.front().name};
  waiting.pop();
  look_at_first(flow);
  if (waiting.empty()) {
    PortMask others = 0;
    for (unsigned c = 0; c < classes_; ++c)
      others |= PortMask{!waiting_[this->flow(input, output, c)].empty()} << output;
    to_[input] = (to_[input] & ~bit(output)) | others;
  }
  leaving_[input] |= bit(output);
  sending_ |= bit(output);
}

void PortObserver::beat_out(unsigned output, bool last) {
  const auto& [input, flow, packet] = sender_[output];
  const std::size_t at = pair(input, output);
  --shown_->occ_beats[at];
  if (!last) return;
  --shown_->occ_packets[at];
  oldest_[flow] = first_name(flow);
  leaving_[input] &= ~bit(output);
  sending_ &= ~bit(output);
}

}  // namespace xb
