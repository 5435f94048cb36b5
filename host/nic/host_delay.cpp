// SPDX-License-Identifier: Apache-2.0
#include "host/nic/host_delay.h"

#include <cmath>

namespace xb {

std::optional<Pauses> parse_pauses(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return {};
  const auto period = parse_duration(text.substr(0, colon));
  const auto length = parse_duration(text.substr(colon + 1));
  if (!period || !length || length->value >= period->value) return {};
  return Pauses{*period, *length};
}

std::optional<HostDelay> parse_host_delay(std::string_view text) {
  constexpr std::string_view kExponential = "exponential:";
  constexpr std::string_view kDaemon = "daemon:";
  HostDelay delay;
  if (text.substr(0, kExponential.size()) == kExponential) {
    const auto mean = parse_duration(text.substr(kExponential.size()));
    if (!mean) return {};
    delay.mean = *mean;
    return delay;
  }
  if (text.substr(0, kDaemon.size()) != kDaemon) return {};
  const auto daemon = parse_pauses(text.substr(kDaemon.size()));
  if (!daemon) return {};
  delay.daemon = *daemon;
  return delay;
}

DelaySource::Taker::Taker(const Pauses& pauses, Seconds clock_period, RandomStream phase)
    : period(to_cycles(pauses.period, clock_period)), length(to_cycles(pauses.length, clock_period)) {
  if (period > 0) due = phase.next() % period;
}

DelaySource::DelaySource(const HostDelay& delay, Seconds clock_period, std::uint64_t seed, unsigned rank,
                         const Pauses& paging)
    : mean_cycles_(delay.mean.value / clock_period.value),
      sends_(seed, StreamPurpose::HostDelay, rank),
      daemon_(delay.daemon, clock_period, {seed, StreamPurpose::DaemonPhase, rank}),
      paging_(paging, clock_period, {seed, StreamPurpose::PagingPhase, rank}) {}

std::uint64_t DelaySource::draw() {
  return static_cast<std::uint64_t>(std::llround(-mean_cycles_ * std::log(sends_.above_0())));
}

}  // namespace xb
