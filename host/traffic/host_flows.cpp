// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/host_flows.h"

#include <fmt/format.h>

#include <utility>

#include "host/base/errors.h"
#include "host/link/line_pace.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

/// The position of the key `victim` in a list; nothing: it is drawn.
std::optional<unsigned> victim_of(const TrafficConfig& config, const HostList& taking_part) {
  if (!config.victim) return {};
  return taking_part.positions({*config.victim, 1, kMaxHosts}).front();
}

/// The positions of the hosts that may send, the victim not among them unless it is drawn.
std::vector<unsigned> senders_of(const TrafficConfig& config, const HostList& taking_part) {
  std::vector<unsigned> positions;
  if (!config.senders) {
    for (unsigned position = 0; position < taking_part.size(); ++position) positions.push_back(position);
  } else {
    for (const unsigned host : *config.senders)
      positions.push_back(taking_part.positions({host, 1, kMaxHosts}).front());
  }
  const auto victim = victim_of(config, taking_part);
  if (victim) positions.erase(std::remove(positions.begin(), positions.end(), *victim), positions.end());
  return positions;
}

}  // namespace

void check_incast(const TrafficConfig& c, const HostList& taking_part, const char* hosts) {
  const auto refuse = [](const char* key, const std::string& value, const std::string& allowed) {
    throw InputError("{}: '{}' is not allowed; allowed: {}", key, value, allowed);
  };
  const auto victim = victim_of(c, taking_part);
  const std::string part = fmt::format("of the {} {} that take part", taking_part.size(), hosts);
  if (victim == HostList::kNone) refuse("victim", std::to_string(*c.victim), "random, or one " + part);
  const std::vector<unsigned> senders = senders_of(c, taking_part);
  if (std::count(senders.begin(), senders.end(), HostList::kNone) > 0)
    refuse("senders", c.senders.text(), "all, or some " + part);
  // One that is drawn may be any of them.
  const std::size_t most = senders.size() - (victim || senders.empty() ? 0 : 1);
  if (most == 0) refuse("senders", c.senders.text(), "others than the victim");
  const bool all = !c.senders;
  if (c.fan_in && *c.fan_in > most)
    refuse(
        "fan-in", std::to_string(*c.fan_in),
        fmt::format("at most {}, the {}{}", most, all ? hosts : "senders", all || !victim ? " but one" : ""));
  if (c.jitter >= c.period)
    refuse("jitter", std::to_string(c.jitter), fmt::format("less than period, {}", c.period));
}

Incast::Incast(const TrafficConfig& config, std::uint64_t seed, const HostList& taking_part)
    : period_(config.period),
      jitter_(static_cast<std::uint32_t>(config.jitter)),
      fan_in_(config.fan_in.value_or(kMaxHosts)),
      hosts_(taking_part),
      senders_(senders_of(config, taking_part)),
      victim_(victim_of(config, taking_part)),
      stream_(seed, StreamPurpose::Incast, 0) {
  draw();
}

void Incast::draw() {
  const unsigned victim = victim_ ? *victim_ : stream_.below(hosts_.size());
  std::vector<unsigned> others;
  for (const unsigned position : senders_) {
    if (position != victim) others.push_back(position);
  }
  const std::size_t count = std::min(fan_in_, others.size());
  for (std::size_t n = 0; n < count && count < others.size(); ++n)
    std::swap(others[n], others[n + stream_.below(static_cast<std::uint32_t>(others.size() - n))]);
  burst_.clear();
  taken_ = 0;
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint64_t late = jitter_ == 0 ? 0 : stream_.below(jitter_ + 1);
    burst_.push_back({begin_ + late, hosts_[others[n]], hosts_[victim]});
  }
  std::stable_sort(burst_.begin(), burst_.end(),
                   [](const Start& a, const Start& b) { return a.cycle < b.cycle; });
  begin_ += period_;
}

bool sends_flows(const RunConfig& config) {
  return config.is_random() &&
         (config.traffic->has_pattern(TrafficPattern::Incast) || config.traffic->flow_sizes);
}

HostFlows::HostFlows(const RunConfig& config, const HostRange& hosts, const HostList& taking_part,
                     const HostList& senders, std::uint64_t cycles_per_beat, FlowTimes* times)
    : hosts_(hosts),
      shortest_(config.packet_min),
      longest_(config.packet_max),
      lengths_(config.lengths()),
      beat_bytes_(config.beat_bytes()),
      gap_bytes_(config.gap_bytes),
      cycles_per_beat_(cycles_per_beat),
      times_(times),
      burst_bytes_(*config.traffic->incast_bytes) {
  for (unsigned port = 0; port < hosts.count; ++port) {
    sources_.push_back({RandomStream(config.seed, StreamPurpose::FlowArrival, hosts.first + port),
                        RandomStream(config.seed, StreamPurpose::FlowSize, hosts.first + port)});
  }
  if (config.traffic->has_pattern(TrafficPattern::Incast))
    incast_.emplace(*config.traffic, config.seed, taking_part);
  if (config.traffic->flow_sizes) begin_sizes(config, senders);
}

std::uint64_t HostFlows::line(std::uint64_t bytes) const {
  return line_bytes(LengthUnit::bytes(beat_bytes_), beat_bytes_, gap_bytes_, static_cast<unsigned>(bytes));
}

/// So that the flows of a host take the share `load` of its link.
void HostFlows::begin_sizes(const RunConfig& config, const HostList& senders) {
  constexpr double kLeastLoad = 1e-15;  // below, nothing arrives in any run
  sizes_ = *config.traffic->flow_sizes;
  const unsigned unit = lengths_.in_bytes() ? 1 : beat_bytes_;
  const double beats = sizes_->mean(shortest_ * unit, longest_ * unit, [&](unsigned bytes) {
    return line(bytes);
  }) / beat_bytes_;
  gap_.emplace(std::max(config.traffic->load, kLeastLoad) / beats);
  const std::vector<unsigned> positions = senders.positions(hosts_);
  for (unsigned port = 0; port < hosts_.count; ++port) {
    if (config.traffic->load >= kLeastLoad && positions[port] != HostList::kNone)
      sources_[port].next_beat = gap_->draw(sources_[port].gaps);
  }
  look_ahead();
}

void HostFlows::draw_next(unsigned port) {
  Source& source = sources_[port];
  source.next_beat += 1 + gap_->draw(source.gaps);
  look_ahead();
}

void HostFlows::look_ahead() {
  const auto next = std::min_element(sources_.begin(), sources_.end(), [](const Source& a, const Source& b) {
    return a.next_beat < b.next_beat;
  });
  next_port_ = static_cast<unsigned>(next - sources_.begin());
  next_flow_ =
      next == sources_.end() || next->next_beat == kNever ? kNever : next->next_beat * cycles_per_beat_;
}

void HostFlows::count(unsigned length, std::uint64_t packets) {
  offered_packets_ += packets;
  offered_beats_ += packets * lengths_.beats_of(length);
  missing_bytes_ += packets * lengths_.missing_bytes(length);
}

std::uint64_t HostFlows::add(unsigned port, unsigned destination, std::uint64_t bytes, std::uint64_t now) {
  Source& source = sources_[port];
  const std::uint64_t size = lengths_.in_bytes() ? bytes : (bytes + beat_bytes_ - 1) / beat_bytes_;
  const std::uint64_t whole = size / longest_;
  const auto rest = static_cast<unsigned>(size % longest_);
  count(longest_, whole);
  if (rest > 0) count(std::max(rest, shortest_), 1);
  const std::uint64_t packets = whole + (rest > 0 ? 1 : 0);
  source.packets += packets;
  PacketNote note;
  if (times_ != nullptr) {
    const std::uint64_t longest = std::uint64_t{longest_} * (lengths_.in_bytes() ? 1 : beat_bytes_);
    const std::uint64_t beats = ((packets - 1) * line(longest) + beat_bytes_ - 1) / beat_bytes_;
    note.message = times_->add({now, bytes, packets, beats * cycles_per_beat_, cycles_per_beat_});
  }
  source.flows.push_back({destination, size, note});
  waiting_ |= bit(port);
  return packets;
}

HostFlows::Packet HostFlows::take(unsigned port) {
  std::deque<Flow>& flows = sources_[port].flows;
  Flow flow = flows.front();
  flows.pop_front();
  const auto length = static_cast<unsigned>(std::clamp<std::uint64_t>(flow.left, shortest_, longest_));
  const Packet packet{flow.destination, length, flow.note};
  flow.left -= std::min<std::uint64_t>(length, flow.left);
  ++flow.note.index;
  if (flow.left > 0) flows.push_back(flow);
  if (flows.empty()) waiting_ &= ~bit(port);
  return packet;
}

}  // namespace xb
