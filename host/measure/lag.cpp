// SPDX-License-Identifier: Apache-2.0
#include "host/measure/lag.h"

#include <cmath>

namespace xb {

Lag::Parts Lag::parts() const {
  Parts parts;
  parts.early.add(early_);
  near_.split(kEarliest, parts.early, parts.late);
  return parts;
}

double Lag::mean() const {
  const Parts parts = this->parts();
  const auto early = static_cast<double>(parts.early.total()), late = static_cast<double>(parts.late.total());
  return early + late == 0 ? 0 : (late * parts.late.mean() - early * parts.early.mean()) / (early + late);
}

std::int64_t Lag::quantile(double q) const {
  const Parts parts = this->parts();
  const std::uint64_t early = parts.early.total(), late = parts.late.total();
  const auto wanted = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(early + late)));
  // In whole packets: a share of the part, times the part, may round beyond the packet that is meant.
  if (wanted > early) return static_cast<std::int64_t>(parts.late.reached_by(wanted - early));
  // The `wanted` earliest are as early as this, or more.
  return early == 0 ? 0 : -static_cast<std::int64_t>(parts.early.reached_by(early - wanted + 1));
}

}  // namespace xb
