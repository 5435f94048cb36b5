// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/incast.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/base/errors.h"
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

}  // namespace xb
