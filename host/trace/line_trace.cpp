// SPDX-License-Identifier: Apache-2.0
#include "host/trace/line_trace.h"

#include <fmt/format.h>

#include <iterator>
#include <string>

namespace xb {
namespace {

unsigned digits_of(unsigned number) { return number < 10 ? 1 : 2; }
constexpr unsigned kCycleColumns = 6;
constexpr unsigned kUsualSequenceDigits = 2;

}  // namespace

LineTrace::LineTrace(const SwitchShape& shape)
    : shape_(shape),
      cell_columns_(2 * digits_of(shape.ports - 1) + 2 + kUsualSequenceDigits +
                    (shape.keep_bits == 0 ? 0 : 1 + digits_of(shape.keep_bits - 1)) +
                    (shape.classes == 1 ? 0 : 2)) {}

std::string LineTrace::packet_text(const PacketId& packet) {
  // Without fmt: a waveform asks for it at every port in every cycle.
  std::string text = std::to_string(unsigned{packet.source});
  text += '>';
  text += std::to_string(unsigned{packet.destination});
  text += '#';
  text += std::to_string(packet.number);
  if (packet.of_class) {
    text += '/';
    text += std::to_string(unsigned{*packet.of_class});
  }
  return text;
}

std::string LineTrace::beat_text(const PacketId& packet, const SwitchShape& shape, std::uint64_t keep) {
  std::string text = packet_text(packet);
  const unsigned bytes = shape.keep_bits == 0 ? 0 : port_count(keep);
  if (bytes != shape.keep_bits) text += ':' + std::to_string(bytes);
  return text;
}

char LineTrace::letter_of(Hold hold) {
  switch (hold) {
    case Hold::Blocked:
      return 'b';
    case Hold::HeadOfLine:
      return 'h';
    case Hold::Pool:
      return 'p';
    case Hold::HigherClass:
      return 'c';
    default:
      return '-';
  }
}

std::string LineTrace::header() const {
  const char* const place = shape_.queues == QueuePlace::Input    ? "a queue per input"
                            : shape_.queues == QueuePlace::Output ? "a queue per output"
                                                                  : "a queue per input and output";
  std::string text = "# xbarlab line trace 1\n";
  text += fmt::format("# point {}\n", shape_.point);
  text += fmt::format("# {}, {} ports, {} ({})\n", shape_.name, shape_.ports, place, shape_.queue_count);
  text += fmt::format("# {:>{}} |", "cycle", kCycleColumns - 2);
  for (const char* side : {"in", "out"}) {
    for (unsigned i = 0; i < shape_.ports; ++i)
      text += fmt::format("| {:<{}} ", fmt::format("{} {}", side, i), cell_columns_);
    text += '|';
  }
  text += fmt::format("| beats of queues 0..{} || held || drops{}\n", shape_.queue_count - 1,
                      shape_.lag ? " || lag of outputs" : "");
  return text;
}

const std::string& LineTrace::line(const PortCycle& cycle) {
  line_.clear();
  fmt::format_to(std::back_inserter(line_), "{:>{}} |", cycle.cycle, kCycleColumns);
  add_ports(cycle.inputs_known, {cycle.s_tvalid, cycle.s_tready, cycle.in, cycle.s_tkeep});
  add_ports(cycle.inputs_known, {cycle.m_tvalid, cycle.m_tready, cycle.out, cycle.m_tkeep});
  add_queues(cycle);
  line_ += "|| ";
  for (unsigned i = 0; i < shape_.ports; ++i)
    line_ += shape_.known.flags ? letter_of(hold_of(cycle, i)) : '?';
  line_ += " || ";
  line_ += shape_.known.drops ? std::to_string(cycle.drops()) : "?";
  if (shape_.lag) line_ += " ||";
  for (const auto& lag : cycle.lag) line_ += lag ? fmt::format(" {:>2}", *lag) : "  ?";
  line_ += '\n';
  return line_;
}

void LineTrace::add_ports(bool known, const Ports& ports) {
  for (unsigned i = 0; i < shape_.ports; ++i) {
    line_ += "| ";
    const std::size_t begin = line_.size();
    const bool v = (ports.valid & bit(i)) != 0;
    const bool r = (ports.ready & bit(i)) != 0;
    if (!known) {
      line_ += '?';
    } else if (v && r) {
      line_ += beat_text(ports.packets[i], shape_, shape_.keep_bits == 0 ? 0 : ports.keep[i]);
    } else if (v || r) {
      line_ += v ? '#' : '.';
    }
    const std::size_t used = line_.size() - begin;
    line_.append(used < cell_columns_ ? cell_columns_ - used + 1 : 1, ' ');
  }
  line_ += '|';
}

void LineTrace::add_queues(const PortCycle& cycle) {
  const unsigned group = shape_.queues == QueuePlace::Pair ? shape_.ports : shape_.queue_count;
  for (unsigned q = 0; q < shape_.queue_count; ++q) {
    if (q % group == 0) line_ += "| ";
    fmt::format_to(std::back_inserter(line_), "{:>2} ", cycle.occ_beats[q]);
  }
}

}  // namespace xb
