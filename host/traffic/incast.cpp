// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/incast.h"

#include <algorithm>
#include <utility>

#include "host/base/parse_number.h"
#include "host/point/run_config.h"

namespace xb {

unsigned incast_senders(const RunConfig& config, unsigned hosts) {
  unsigned senders = hosts - 1;
  parse_number(config.fan_in, 1, kMaxHosts, senders);
  return senders;
}

Incast::Incast(const RunConfig& config, const HostList& taking_part)
    : period_(config.period),
      jitter_(static_cast<std::uint32_t>(config.jitter)),
      fan_in_(incast_senders(config, taking_part.size())),
      hosts_(taking_part),
      stream_(config.seed, StreamPurpose::Incast, 0) {
  draw();
}

void Incast::draw() {
  const unsigned victim = stream_.below(hosts_.size());
  std::vector<unsigned> others;
  for (unsigned position = 0; position < hosts_.size(); ++position) {
    if (position != victim) others.push_back(position);
  }
  for (unsigned n = 0; n < fan_in_ && fan_in_ < others.size(); ++n)
    std::swap(others[n], others[n + stream_.below(static_cast<std::uint32_t>(others.size()) - n)]);
  burst_.clear();
  taken_ = 0;
  for (unsigned n = 0; n < fan_in_; ++n) {
    const std::uint64_t late = jitter_ == 0 ? 0 : stream_.below(jitter_ + 1);
    burst_.push_back({begin_ + late, hosts_[others[n]], hosts_[victim]});
  }
  std::stable_sort(burst_.begin(), burst_.end(),
                   [](const Start& a, const Start& b) { return a.cycle < b.cycle; });
  begin_ += period_;
}

}  // namespace xb
