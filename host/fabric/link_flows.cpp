// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/link_flows.h"

namespace xb {
namespace {

/// The first cycle from `now` on in which a beat may be missing.
std::uint64_t dry_at(const FabricLink& link, std::uint64_t now) { return now + link.beats.steady(now); }

/// The first cycle from `now` on in which a credit may be missing.
std::uint64_t spent_at(const FabricLink& link, std::uint64_t now) {
  std::uint64_t credits = link.spare;
  if (credits > 0 && link.credits.ready(now + credits)) credits += link.credits.steady(now + credits);
  return now + credits;
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
  arrives_at_[link.in_port] = kNever;
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
  PortMask here = 0;
  std::uint64_t next_arrival = kNever;
  for_each_port(ins_ & ~wet_, [&](unsigned port) {
    const std::uint64_t next = arrives_at_[port];
    const bool is_here = next <= now;
    here |= PortMask{is_here} << port;
    next_arrival = std::min(next_arrival, is_here ? kNever : next);
  });
  wet_ |= here;
  next_arrival_ = next_arrival;
}

void LinkFlows::look_for_credits(std::uint64_t now) {
  next_credit_ = kNever;
  for_each_port(outs_ & ~credit_, [&](unsigned port) {
    FabricLink& link = *out_[port].link;
    link.spare += static_cast<std::uint32_t>(link.credits.take_all(now));
    if (link.spare > 0)
      credit_ |= bit(port);
    else
      next_credit_ = std::min(next_credit_, link.credits.next());
  });
}

std::uint64_t LinkFlows::moved(PortMask accepted, PortMask delivered, std::uint64_t now,
                               std::uint64_t cycles) {
  accepted_ = accepted & ins_;
  delivered_ = delivered & outs_;
  const PortMask in_ended = taking_ & ~accepted_;
  const PortMask out_ended = sending_ & ~delivered_;
  if ((in_ended | out_ended) != 0) end_flows(in_ended, out_ended, now);
  for_each_port(accepted_ & ~taking_,
                [&](unsigned port) { begin(in_[port], dry_at(*in_[port].link, now), now); });
  for_each_port(delivered_ & ~sending_,
                [&](unsigned port) { begin(out_[port], spent_at(*out_[port].link, now), now); });
  taking_ = accepted_;
  sending_ = delivered_;
  const std::uint64_t next = now + cycles;
  if (next >= next_due_) look_at_flows(next);
  return flows_ended() ? 0 : next_due_;
}

/// Flows that do not go on in cycle `now`.
void LinkFlows::end_flows(PortMask in, PortMask out, std::uint64_t now) {
  bool next_is_another = false;
  for_each_port(in, [&](unsigned port) {
    next_is_another |= in_[port].due == next_due_;
    take(port, now);
  });
  for_each_port(out, [&](unsigned port) {
    next_is_another |= out_[port].due == next_due_;
    send(port, now);
  });
  if (!next_is_another) return;
  next_due_ = kNever;
  for_each_port(taking_ & ~in, [&](unsigned port) { next_due_ = std::min(next_due_, in_[port].due); });
  for_each_port(sending_ & ~out, [&](unsigned port) { next_due_ = std::min(next_due_, out_[port].due); });
}

/// Looks again at flows that are due: whether there are more beats, or credits, from cycle `now` on.
void LinkFlows::look_at_flows(std::uint64_t now) {
  next_due_ = kNever;
  for_each_port(taking_, [&](unsigned port) {
    End& end = in_[port];
    if (end.due <= now) {
      take(port, now);
      if ((wet_ >> port & 1U) == 0) {
        taking_ &= ~bit(port);
        return;
      }
      end.due = dry_at(*end.link, now);
    }
    next_due_ = std::min(next_due_, end.due);
  });
  for_each_port(sending_, [&](unsigned port) {
    End& end = out_[port];
    if (end.due <= now) {
      send(port, now);
      if ((credit_ >> port & 1U) == 0) {
        sending_ &= ~bit(port);
        return;
      }
      end.due = spent_at(*end.link, now);
    }
    next_due_ = std::min(next_due_, end.due);
  });
}

void LinkFlows::publish(std::uint64_t now) {
  for_each_port(taking_, [&](unsigned port) { take(port, now); });
  for_each_port(sending_, [&](unsigned port) { send(port, now); });
}

/// A beat came in in each cycle since in_[port].since, the last before `now`.
void LinkFlows::take(unsigned port, std::uint64_t now) {
  End& end = in_[port];
  const std::uint64_t beats = now - end.since;
  if (beats == 0) return;
  FabricLink& link = *end.link;
  link.beats.take(beats);
  if (!link.beats.ready(now)) {
    wet_ &= ~bit(port);
    arrives_at_[port] = link.beats.next();
    next_arrival_ = std::min(next_arrival_, arrives_at_[port]);
  }
  const std::uint64_t back = end.since + link.latency;
  if (link.credits.add(back, beats)) end.far->credit_announced(link.out_port, back);
  end.since = now;
}

/// A beat went out in each cycle since out_[port].since, the last before `now`.
void LinkFlows::send(unsigned port, std::uint64_t now) {
  End& end = out_[port];
  const std::uint64_t beats = now - end.since;
  if (beats == 0) return;
  FabricLink& link = *end.link;
  std::uint64_t spare = link.spare;
  if (spare < beats) spare += link.credits.take_all(now - 1);
  spare -= beats;
  const std::uint64_t there = end.since + link.latency;
  if (link.beats.add(there, beats)) end.far->arrival_announced(link.in_port, there);
  end.since = now;
  if (spare == 0) spare = link.credits.take_all(now);
  link.spare = static_cast<std::uint32_t>(spare);
  if (spare > 0) return;
  credit_ &= ~bit(port);
  next_credit_ = std::min(next_credit_, link.credits.next());
}

}  // namespace xb
