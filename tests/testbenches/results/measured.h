// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>

#include "host/config/setup.h"
#include "testbenches/tracing/run_point.h"
#include "tests/host/keys_of.h"

namespace xb {

/// A point of these keys, of the fast engine unless `engine` is among them.
inline RunConfig configured(Keys keys) {
  keys.try_emplace("engine", "fast");
  RunConfig config = config_of(keys);
  resolve(config);
  return config;
}

/// What that point measures, by the engine of configured().
inline RunResult measured(const Keys& keys) { return run_point(configured(keys)); }

/// The same keys, but some set otherwise.
inline Keys with(Keys keys, const Keys& others) {
  for (const auto& [key, value] : others) keys[key] = value;
  return keys;
}

inline RunResult measured(const Keys& keys, const Keys& others) { return measured(with(keys, others)); }

/// Six standard deviations of a difference, from the 95 % intervals (1.96 of them) of both sides. Throws if
/// one is unknown.
inline double six_sigma(const std::optional<double>& ci95_a, const std::optional<double>& ci95_b) {
  return 6 / 1.96 * std::hypot(ci95_a.value(), ci95_b.value());
}

/// The mean of `a` is below that of `b`, and not by chance.
inline bool surely_below(const Distribution& a, const Distribution& b) {
  return b.mean - a.mean > six_sigma(a.ci95, b.ci95);
}

}  // namespace xb
