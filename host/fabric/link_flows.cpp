// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/link_flows.h"

namespace xb {
namespace {

/// The first cycle from `now` on in which a credit may be missing, if a beat is sent in each.
std::uint64_t spent_at(const FabricLink& link, std::uint64_t now) {
  const std::uint64_t spent = now + link.spare;
  return link.spare > 0 && link.credits.ready(spent) ? link.credits.dry_at(spent) : spent;
}

}  // namespace

void LinkFlows::add_out(FabricLink& link, LinkFlows& far) {
  out_[link.out_port].link = &link;
  out_[link.out_port].far = &far;
  outs_ |= bit(link.out_port);
  credit_ |= bit(link.out_port);
  if (link.period > 1) slow_ |= bit(link.out_port);
}

void LinkFlows::add_in(FabricLink& link, LinkFlows& far) {
  in_[link.in_port].link = &link;
  in_[link.in_port].far = &far;
  ins_ |= bit(link.in_port);
}

/// Ports whose links may be sent a beat in this cycle, were there credits.
PortMask LinkFlows::slow_ready(std::uint64_t now) const {
  PortMask ready = outs_;
  for_each_port(slow_, [&](unsigned port) {
    if (now % out_[port].link->period != 0) ready &= ~bit(port);
  });
  return ready;
}

void LinkFlows::look_for_arrivals(std::uint64_t now) {
  for_each_port(arrivals_.take(now), [&](unsigned port) {
    const std::uint64_t next = in_[port].link->beats.next();
    if (next <= now)
      wet_ |= bit(port);
    else if (next != kNever)
      arrivals_.add(port, next, false);
  });
}

std::uint64_t LinkFlows::next_arrival(std::uint64_t now) const {
  const std::uint64_t slot = arrivals_.next(now);
  if (slot == kNever) return kNever;
  std::uint64_t next = kNever;
  const auto look = [&](unsigned port) { next = std::min(next, in_[port].link->beats.next()); };
  for_each_port(arrivals_.due(slot), look);
  if (next <= slot) return slot;
  for_each_port(ins_ & ~wet_, look);
  return next;
}

void LinkFlows::look_for_credits(std::uint64_t now) {
  next_credit_ = kNever;
  for_each_port(outs_ & ~credit_, [&](unsigned port) {
    FabricLink& link = *out_[port].link;
    link.spare += static_cast<std::uint32_t>(link.credits.take_all(now));
    if (link.spare > 0)
      credit_ |= bit(port);
    else
      next_credit_ = std::min<std::uint64_t>(next_credit_, link.credits.next());
  });
}

void LinkFlows::moved(PortMask accepted, PortMask delivered, std::uint64_t now) {
  accepted &= ins_;
  delivered &= outs_;
  const PortMask in_ended = taking_ & ~accepted;
  const PortMask out_ended = sending_ & ~delivered;
  if ((in_ended | out_ended) != 0) end_flows(in_ended, out_ended, now);
  for_each_port(accepted & ~taking_, [&](unsigned port) { begin_taking(port, now); });
  for_each_port(delivered & ~sending_, [&](unsigned port) { begin_sending(port, now); });
  taking_ = accepted;
  sending_ = delivered;
}

/// The next one is here by cycle `now`, or looked for.
inline void LinkFlows::take(unsigned port, std::uint64_t beats, std::uint64_t now) {
  TokenStream& arriving = in_[port].link->beats;
  arriving.take(beats);
  const std::uint64_t next = arriving.next();
  if (next <= now) return;
  wet_ &= ~bit(port);
  if (next != kNever) arrivals_.add(port, next, false);
}

inline void LinkFlows::set_spare(unsigned port, std::uint64_t spare) {
  FabricLink& link = *out_[port].link;
  link.spare = static_cast<std::uint32_t>(spare);
  if (spare > 0) {
    credit_ |= bit(port);
    return;
  }
  credit_ &= ~bit(port);
  next_credit_ = std::min<std::uint64_t>(next_credit_, link.credits.next());
}

void LinkFlows::moved_once(PortMask accepted, PortMask delivered, std::uint64_t now) {
  for_each_port(accepted, [&](unsigned port) {
    take(port, 1, now);
    FabricLink& link = *in_[port].link;
    const std::uint64_t back = now + link.latency;
    if (link.credits.add(back)) in_[port].far->credits_begin(link.out_port, back);
  });
  for_each_port(delivered, [&](unsigned port) {
    FabricLink& link = *out_[port].link;
    // All credits that are here, so that few are kept.
    set_spare(port, link.spare + link.credits.take_all(now) - 1);
    const std::uint64_t there = now + link.latency;
    if (link.beats.add(there)) out_[port].far->beats_begin(link.in_port, there);
  });
}

void LinkFlows::begin_taking(unsigned port, std::uint64_t now) {
  End& end = in_[port];
  FabricLink& link = *end.link;
  end.since = now;
  set_due(end, link.beats.dry_at(now));
  const std::uint64_t back = now + link.latency;
  if (link.credits.open(back)) end.far->credits_begin(link.out_port, back);
}

void LinkFlows::begin_sending(unsigned port, std::uint64_t now) {
  End& end = out_[port];
  FabricLink& link = *end.link;
  end.since = now;
  set_due(end, spent_at(link, now));
  const std::uint64_t there = now + link.latency;
  if (link.beats.open(there)) end.far->beats_begin(link.in_port, there);
}

/// No beat comes in in cycle `now`.
void LinkFlows::end_taking(unsigned port, std::uint64_t now) {
  take(port, now);
  FabricLink& link = *in_[port].link;
  link.credits.close(now + link.latency);
  in_[port].far->credits_end(link.out_port);
}

/// No beat goes out in cycle `now`, of which the far end may not have been yet where it sends credits.
void LinkFlows::end_sending(unsigned port, std::uint64_t now) {
  send(port, now, now - 1);
  FabricLink& link = *out_[port].link;
  link.beats.close(now - 1 + link.latency + link.period);
  out_[port].far->beats_end(link.in_port);
}

void LinkFlows::credits_end(unsigned port) {
  if ((sending_ >> port & 1U) == 0) return;
  set_due(out_[port], spent_at(*out_[port].link, out_[port].since));
  announced_->change(out_[port].due);
}

/// Flows that do not go on in cycle `now`.
void LinkFlows::end_flows(PortMask in, PortMask out, std::uint64_t now) {
  bool next_is_another = false;
  for_each_port(in, [&](unsigned port) {
    next_is_another |= in_[port].due == next_due_;
    end_taking(port, now);
  });
  for_each_port(out, [&](unsigned port) {
    next_is_another |= out_[port].due == next_due_;
    end_sending(port, now);
  });
  if (!next_is_another) return;
  next_due_ = kNever;
  for_each_port(taking_ & ~in,
                [&](unsigned port) { next_due_ = std::min<std::uint64_t>(next_due_, in_[port].due); });
  for_each_port(sending_ & ~out,
                [&](unsigned port) { next_due_ = std::min<std::uint64_t>(next_due_, out_[port].due); });
}

/// Flows that are due end if there is no beat, or credit, for cycle `now`.
void LinkFlows::look_at_flows(std::uint64_t now) {
  next_due_ = kNever;
  for_each_port(taking_, [&](unsigned port) {
    End& end = in_[port];
    if (end.due <= now) {
      take(port, now);
      if ((wet_ >> port & 1U) == 0) {
        taking_ &= ~bit(port);
        return end_taking(port, now);
      }
      end.due = end.link->beats.dry_at(now);
    }
    next_due_ = std::min<std::uint64_t>(next_due_, end.due);
  });
  for_each_port(sending_, [&](unsigned port) {
    End& end = out_[port];
    if (end.due <= now) {
      send(port, now, now);
      if ((credit_ >> port & 1U) == 0) {
        sending_ &= ~bit(port);
        return end_sending(port, now);
      }
      end.due = spent_at(*end.link, now);
    }
    next_due_ = std::min<std::uint64_t>(next_due_, end.due);
  });
}

/// Counts the beats that came in in each cycle since in_[port].since, the last before `now`.
void LinkFlows::take(unsigned port, std::uint64_t now) {
  End& end = in_[port];
  const std::uint64_t beats = now - end.since;
  if (beats == 0) return;
  end.since = now;
  take(port, beats, now);
}

/// Counts the beats that went out in each cycle since out_[port].since, the last before `now`. Credits of the
/// cycles after `known` are left to look_for_credits().
void LinkFlows::send(unsigned port, std::uint64_t now, std::uint64_t known) {
  End& end = out_[port];
  const std::uint64_t beats = now - end.since;
  if (beats == 0) return;
  end.since = now;
  std::uint64_t spare = end.link->spare;
  if (spare <= beats) spare += end.link->credits.take_all(known);
  set_spare(port, spare - beats);
}

}  // namespace xb
