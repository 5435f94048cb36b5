// SPDX-License-Identifier: Apache-2.0
#include "host/measure/lag.h"

#include <cmath>

namespace xb {

double Lag::mean() const {
  const auto early = static_cast<double>(early_.total()), late = static_cast<double>(late_.total());
  return early + late == 0 ? 0 : (late * late_.mean() - early * early_.mean()) / (early + late);
}

std::int64_t Lag::quantile(double q) const {
  const std::uint64_t early = early_.total(), late = late_.total();
  const auto wanted = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(early + late)));
  const auto share = [](std::uint64_t part, std::uint64_t of) {
    return static_cast<double>(part) / static_cast<double>(of);
  };
  if (wanted > early) return static_cast<std::int64_t>(late_.quantile(share(wanted - early, late)));
  // The `wanted` earliest are as early as this, or more.
  return early == 0 ? 0 : -static_cast<std::int64_t>(early_.quantile(share(early - wanted + 1, early)));
}

}  // namespace xb
