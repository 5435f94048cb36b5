// SPDX-License-Identifier: Apache-2.0
#include "host/check/fifo_input_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace xb {
namespace {

constexpr std::uint64_t kNever = ~std::uint64_t{0};

}  // namespace

FifoInputCheck::FifoInputCheck(unsigned ports, unsigned data_words, const SwitchSettings& settings,
                               LengthUnit unit)
    : ports_(ports),
      stride_(data_words == 0 ? 1 : data_words),
      unit_(unit),
      settings_(settings),
      stored_(std::size_t{ports} * ports),
      queued_(std::size_t{ports} * ports) {}

[[gnu::always_inline]] inline void FifoInputCheck::grant(unsigned output, const SwitchOutputs& out,
                                                         std::uint64_t now) {
  const std::uint64_t word = out.m_tdata[std::size_t{output} * stride_];
  const unsigned input = PacketHeader::decode(word).source;
  if ((out.m_tuser >> output & 1U) == 0 || (requests_[output] >> input & 1U) == 0 ||
      packets_[input].front().header != word)
    return report_beat(output, word, now);
  requests_[output] &= ~bit(input);
  if (requests_[output] == 0)
    requested_ &= ~bit(output);
  else
    check_order(output, input, now);
  asking_ &= ~bit(input);
  holding_ |= bit(input);
  held_ |= bit(output);
  holder_[output] = static_cast<std::uint8_t>(input);
}

void FifoInputCheck::cycle(const SwitchInputs& in, SwitchOutputs& out, std::uint64_t now, bool flags_shown) {
  if (!begun_) {  // the counters may begin with anything
    std::copy_n(out.drop_full, ports_, drops_.begin());
    begun_ = true;
  }
  if (flags_shown)
    check_flags(out, now);
  else
    tell_flags(out);
  check_queue(out, now);
  if (now >= next_route_) end_routing(now);
  check_shown(out, now);
  if (!violation_.empty()) return;

  const PortMask asked = asking_;
  for_each_port(requested_ & ~held_, [&](unsigned output) { grant(output, out, now); });
  const PortMask shown = holding_ & has_beat_;
  PortMask pop = shown;
  for_each_port(out.m_tvalid & ~in.m_tready, [&](unsigned output) { pop &= ~bit(holder_[output]); });
  expect_flags(in, out, asked | shown, pop);

  leave(pop, out.m_tvalid & in.m_tready & out.m_tlast);
  enter(in, in.s_tvalid & out.s_tready, now);
}

void FifoInputCheck::skip(std::uint64_t cycles) {
  count_beats(last_pushed_, last_pop_, static_cast<std::uint32_t>(cycles));
}

void FifoInputCheck::check_flags(const SwitchOutputs& out, std::uint64_t now) {
  if (((out.blocked ^ want_.blocked) | (out.blocked_backpressure ^ want_.backpressure) |
       (out.hol ^ want_.hol) | (out.pool ^ want_.pool) | (out.idle_with_work ^ want_.idle_with_work)) != 0) {
    const auto compare = [&](const char* flag, PortMask shows, PortMask wants) {
      if (shows != wants) report_flag(flag, lowest_port(shows ^ wants), (shows & ~wants) != 0, now);
    };
    compare("input {}: blocked", out.blocked, want_.blocked);
    compare("input {}: blocked by back-pressure", out.blocked_backpressure, want_.backpressure);
    compare("input {}: head-of-line blocking", out.hol, want_.hol);
    compare("input {}: pool blocking", out.pool, want_.pool);
    compare("output {}: idle with work", out.idle_with_work, want_.idle_with_work);
  }
  for_each_port(want_.blocked, [&](unsigned input) {
    if (out.blocked_by[input] == want_.blocked_by[input]) return;
    report(now - 1, fmt::format("flags: input {}: blocked by output {}, its head is for output {}", input,
                                out.blocked_by[input], want_.blocked_by[input]));
  });
  for_each_port(want_.hol, [&](unsigned input) {
    if (out.hol_victims[input] == want_.victims[input]) return;
    report(
        now - 1,
        fmt::format("flags: input {}: victims of head-of-line blocking {:#x}, not {:#x} (bit j = output j)",
                    input, out.hol_victims[input], want_.victims[input]));
  });
  for_each_port(want_.pool, [&](unsigned input) {
    if (out.pool_by[input] == want_.pool_by[input]) return;
    report(now - 1, fmt::format("flags: input {}: output {} holds most of its memory, not {}", input,
                                want_.pool_by[input], out.pool_by[input]));
  });
}

void FifoInputCheck::tell_flags(SwitchOutputs& out) const {
  out.blocked = want_.blocked;
  out.blocked_backpressure = want_.backpressure;
  out.hol = want_.hol;
  out.pool = want_.pool;
  out.idle_with_work = want_.idle_with_work;
  for_each_port(want_.blocked, [&](unsigned input) { out.blocked_by[input] = want_.blocked_by[input]; });
  for_each_port(want_.hol, [&](unsigned input) { out.hol_victims[input] = want_.victims[input]; });
  for_each_port(want_.pool, [&](unsigned input) { out.pool_by[input] = want_.pool_by[input]; });
}

void FifoInputCheck::report_flag(const char* flag, unsigned port, bool shown, std::uint64_t now) {
  report(now - 1, fmt::format("flags: {}, {}", fmt::format(fmt::runtime(flag), port),
                              shown ? "without a cause" : "not shown"));
}

void FifoInputCheck::check_queue(const SwitchOutputs& out, std::uint64_t now) {
  const unsigned i = next_look_;
  next_look_ = i + 1 == ports_ ? 0 : i + 1;
  if (out.occ_beats[i] == beats_[i] && out.occ_packets[i] == packets_[i].size() &&
      out.drop_full[i] == drops_[i])
    return;
  report(now, fmt::format("occupancy: input {}: {} beats, {} packets, {} dropped, not {}, {}, {}", i,
                          out.occ_beats[i], out.occ_packets[i], out.drop_full[i], beats_[i],
                          packets_[i].size(), drops_[i]));
}

void FifoInputCheck::check_shown(const SwitchOutputs& out, std::uint64_t now) {
  PortMask starved = 0;
  for_each_port(holding_ & ~has_beat_, [&](unsigned input) { starved |= bit(destination_[input]); });
  const PortMask wrong = out.m_tvalid ^ ((requested_ & ~held_) | (held_ & ~starved));
  if (wrong == 0) return;
  const unsigned output = lowest_port(wrong);
  if ((out.m_tvalid >> output & 1U) != 0)
    return report(now,
                  fmt::format("output {}: shows a beat, and no input has one for it that may leave", output));
  const unsigned input = (held_ >> output & 1U) != 0 ? holder_[output] : lowest_port(requests_[output]);
  report(now, fmt::format("output {}: shows nothing, and {} may leave", output, head(input)));
}

/// Packets of others that go before a head of that input: those of a turn of each.
unsigned FifoInputCheck::most_ahead(unsigned input) const {
  if (settings_.arbiter != Arbitration::Weighted) return ports_ - 1;
  unsigned packets = 0;
  for (unsigned i = 0; i < ports_; ++i) packets += i == input ? 0 : input_weight(settings_.input_weights, i);
  return packets;
}

void FifoInputCheck::check_order(unsigned output, unsigned winner, std::uint64_t now) {
  if (settings_.arbiter == Arbitration::RoundRobin || settings_.arbiter == Arbitration::Weighted) {
    for_each_port(requests_[output], [&](unsigned input) {
      if (++seen_[input] < ports_ || seen_[input] <= most_ahead(input)) return;
      report(now, fmt::format("fairness: {} sees {} packets of others go first, round robin has at most {}",
                              head(input), seen_[input], most_ahead(input)));
    });
  } else if (settings_.arbiter == Arbitration::Oldest) {
    for_each_port(requests_[output], [&](unsigned input) {
      if (packets_[input].front().first_in_cycle >= packets_[winner].front().first_in_cycle) return;
      report(now,
             fmt::format("fairness: {} sees a younger packet of input {} go first", head(input), winner));
    });
  }
}

void FifoInputCheck::expect_flags(const SwitchInputs& in, const SwitchOutputs& out, PortMask may_move,
                                  PortMask pop) {
  const PortMask idle = in.m_tready & ~out.m_tvalid;
  const PortMask idle_ready = idle & ~held_;
  want_.blocked = may_move & ~pop;
  want_.backpressure = want_.blocked & holding_;
  want_.idle_with_work = waiting_any_ & idle;
  want_.hol = 0;
  for_each_port(want_.blocked, [&](unsigned input) {
    want_.blocked_by[input] = destination_[input];
    want_.victims[input] = waiting_[input] & idle_ready;
    if (want_.victims[input] != 0) want_.hol |= bit(input);
  });
  // A full FIFO has beats of the packet that is coming in: one that is kept out for others is a new one.
  want_.pool = 0;
  for_each_port(in.s_tvalid & in.s_tuser & ~out.s_tready, [&](unsigned input) {
    const unsigned output = in.s_tdest[input];
    if ((idle_ready >> output & 1U) != 0 && stored_[input * ports_ + output] == 0) keep_out(input, output);
  });
}

/// A packet for `output` finds no room, as there are others: the output that has most, of equals the first.
void FifoInputCheck::keep_out(unsigned input, unsigned output) {
  want_.pool |= bit(input);
  std::uint32_t most = 0;
  for (unsigned other = 0; other < ports_; ++other) {
    const std::uint32_t beats = stored_[input * ports_ + other];
    if (other == output || beats <= most) continue;
    most = beats;
    want_.pool_by[input] = static_cast<std::uint8_t>(other);
  }
}

void FifoInputCheck::leave(PortMask pop, PortMask ended) {
  for_each_port(pop & ~started_, [&](unsigned input) {
    const unsigned output = destination_[input];
    if (--queued_[input * ports_ + output] != 0) return;
    waiting_[input] &= ~bit(output);
    waiting_at_[output] &= ~bit(input);
    if (waiting_at_[output] == 0) waiting_any_ &= ~bit(output);
  });
  started_ |= pop;
  last_pop_ = pop;
  PortMask new_heads = 0;
  for_each_port(ended, [&](unsigned output) {
    const unsigned input = holder_[output];
    packets_[input].pop();
    if (settings_.store_forward) --complete_[input];
    new_heads |= bit(input);
  });
  held_ &= ~ended;
  holding_ &= ~new_heads;
  started_ &= ~new_heads;
  new_heads_ = new_heads;
}

void FifoInputCheck::refuse(unsigned input, unsigned output) {
  refusing_ |= bit(input);
  kept_out_ &= ~bit(input);
  if (stored_[input * ports_ + output] + settings_.packet_beats > settings_.depth) return;
  kept_out_ |= bit(input);
  keep_out(input, output);
}

void FifoInputCheck::enter(const SwitchInputs& in, PortMask accepted, std::uint64_t now) {
  PortMask changed = new_heads_;
  for_each_port(accepted & in.s_tuser, [&](unsigned input) {
    if (settings_.drop && beats_[input] + settings_.packet_beats > settings_.depth) {
      refuse(input, in.s_tdest[input]);
      return;
    }
    packets_[input].push({in.s_tdata[std::size_t{input} * stride_], now});
    const unsigned output = packets_[input].back().destination();
    entering_[input] = static_cast<std::uint8_t>(output);
    if (!settings_.store_forward) begin_waiting(input, output);
    changed |= bit(input);
  });
  const PortMask pushed = accepted & ~refusing_;
  const PortMask entered = accepted & in.s_tlast;
  for_each_port(settings_.store_forward ? entered : entered & refusing_, [&](unsigned input) {
    if ((refusing_ >> input & 1U) != 0) {
      ++drops_[input];
      return;
    }
    ++complete_[input];
    begin_waiting(input, entering_[input]);
    changed |= bit(input);
  });
  want_.pool |= accepted & refusing_ & kept_out_;
  refusing_ &= ~entered;
  last_pushed_ = pushed;
  count_beats(pushed, last_pop_, 1);
  for_each_port(changed & ~(holding_ | asking_ | routing_),
                [&](unsigned input) { look_at_head(input, now + 1); });
}

void FifoInputCheck::count_beats(PortMask pushed, PortMask pop, std::uint32_t cycles) {
  for_each_port(pushed & ~pop, [&](unsigned input) { beats_[input] += cycles; });
  for_each_port(pop & ~pushed, [&](unsigned input) {
    beats_[input] -= cycles;
    if (beats_[input] == 0) has_beat_ &= ~bit(input);
  });
  has_beat_ |= pushed;
  for_each_port(pushed, [&](unsigned input) { stored_[input * ports_ + entering_[input]] += cycles; });
  for_each_port(pop, [&](unsigned input) { stored_[input * ports_ + destination_[input]] -= cycles; });
}

void FifoInputCheck::begin_waiting(unsigned input, unsigned output) {
  if (queued_[input * ports_ + output]++ != 0) return;
  waiting_[input] |= bit(output);
  waiting_at_[output] |= bit(input);
  waiting_any_ |= bit(output);
}

void FifoInputCheck::look_at_head(unsigned input, std::uint64_t next) {
  if (packets_[input].empty() || (settings_.store_forward && complete_[input] == 0)) return;
  const std::uint64_t routed = packets_[input].front().first_in_cycle + settings_.route_delay + 1;
  if (routed <= next) return ask(input);
  routing_ |= bit(input);
  next_route_ = std::min(next_route_, routed);
}

void FifoInputCheck::end_routing(std::uint64_t now) {
  next_route_ = kNever;
  const PortMask inputs = routing_;
  routing_ = 0;
  for_each_port(inputs, [&](unsigned input) { look_at_head(input, now); });
}

void FifoInputCheck::ask(unsigned input) {
  const unsigned output = packets_[input].front().destination();
  destination_[input] = static_cast<std::uint8_t>(output);
  seen_[input] = 0;
  asking_ |= bit(input);
  requests_[output] |= bit(input);
  requested_ |= bit(output);
}

std::string FifoInputCheck::head(unsigned input) const {
  const auto header = PacketHeader::decode(packets_[input].front().header);
  return fmt::format("input {}'s packet #{} for output {} ({} beats, taken from cycle {} on)", input,
                     header.sequence, destination_[input], unit_.beats_of(header.length),
                     packets_[input].front().first_in_cycle);
}

void FifoInputCheck::report_beat(unsigned output, std::uint64_t word, std::uint64_t now) {
  report(now, fmt::format("output {}: a beat {:#018x} that begins no packet that may leave", output, word));
}

void FifoInputCheck::report(std::uint64_t now, const std::string& what) {
  if (violation_.empty()) violation_ = fmt::format("  cycle {}: {}\n", now, what);
}

}  // namespace xb
