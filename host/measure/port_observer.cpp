// SPDX-License-Identifier: Apache-2.0
#include "host/measure/port_observer.h"

#include "host/link/packet.h"

namespace xb {

PortObserver::PortObserver(unsigned ports, bool store_forward, unsigned words, unsigned classes)
    : ports_(ports),
      words_(words),
      classes_(classes),
      store_forward_(store_forward),
      shown_(std::make_unique<SwitchOutputs>()),
      waiting_(std::size_t{ports} * ports * classes) {}

PortObserver::Oldest PortObserver::oldest(unsigned input, std::uint64_t now) const {
  Oldest found;
  for_each_port(leaving_[input], [&](unsigned output) {
    if (sender_[output].number < found.number) found = {sender_[output].number, output, true, true};
  });
  for_each_port(to_[input], [&](unsigned output) {
    for_each_first(input, output, [&](const Packet& first) {
      if (first.number < found.number) found = {first.number, output, false, waits(first, now)};
    });
  });
  return found;
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
    for_each_port(to_[input] & silent, [&](unsigned output) {
      for_each_first(input, output, [&](const Packet& first) {
        if (waits(first, now)) waited_for |= bit(output);
      });
    });
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
  waiting_[entering.flow].push({next_number_[input]++, waits_from, 0, false});
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
  if (last && store_forward_ && packet.waits_from <= now) packet.waits_from = now + 1;
}

void PortObserver::lost(unsigned input, unsigned output, std::uint64_t packets, unsigned of_class) {
  const std::size_t at = pair(input, output);
  Ring<Packet>& waiting = waiting_[flow(input, output, of_class)];
  for (; packets > 0; --packets) {
    shown_->occ_beats[at] -= waiting.front().beats;
    --shown_->occ_packets[at];
    ++shown_->drop_full[at];
    waiting.pop();
  }
}

void PortObserver::begins(unsigned input, unsigned output, unsigned of_class) {
  Ring<Packet>& waiting = waiting_[flow(input, output, of_class)];
  sender_[output] = {input, waiting.front().number};
  waiting.pop();
  if (waiting.empty()) {
    to_[input] &= ~bit(output);
    if (classes_ > 1)
      for_each_first(input, output, [&](const Packet& /*first*/) { to_[input] |= bit(output); });
  }
  leaving_[input] |= bit(output);
  sending_ |= bit(output);
}

void PortObserver::beat_out(unsigned output, bool last) {
  const unsigned input = sender_[output].input;
  const std::size_t flow = pair(input, output);
  --shown_->occ_beats[flow];
  if (!last) return;
  --shown_->occ_packets[flow];
  leaving_[input] &= ~bit(output);
  sending_ &= ~bit(output);
}

}  // namespace xb
