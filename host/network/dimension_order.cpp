// SPDX-License-Identifier: Apache-2.0
#include "host/network/dimension_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "host/base/errors.h"

namespace xb {
namespace {

/// Switches by their coordinates.
class Grid {
 public:
  Grid(const Topology& topology, const Wiring& wiring) : topology_(topology), wiring_(wiring) {
    for (unsigned at = 0; at < wiring.switches(); ++at) measure(at);
    for (unsigned at = 0; at < wiring.switches(); ++at) {
      if (!by_place_.emplace(place_of(at), at).second) refuse(at, "another switch has these coordinates");
    }
  }

  /// Ports from switch `at` towards switch `to`, another one.
  [[nodiscard]] PortMask ports(unsigned at, unsigned to) const {
    unsigned dimension = 0;
    while (coordinate(at, dimension) == coordinate(to, dimension)) ++dimension;
    const unsigned from = coordinate(at, dimension), goal = coordinate(to, dimension);
    const auto ports_to = [&](unsigned other) { return wiring_.ports_to(at, along(at, dimension, other)); };
    if (const PortMask direct = ports_to(goal); direct != 0) return direct;
    const unsigned length = extents_[dimension];
    if (!is_ring(at, dimension)) return ports_to(from < goal ? from + 1 : from - 1);
    const unsigned up = (goal + length - from) % length, down = length - up;
    const unsigned cut = (cut_of(at, dimension) + length - from) % length;  // steps up to it
    const bool may_go_up = cut == 0 || cut >= up, may_go_down = cut <= up;
    PortMask ports = 0;
    if (may_go_up && (up <= down || !may_go_down)) ports |= ports_to((from + 1) % length);
    if (may_go_down && (down <= up || !may_go_up)) ports |= ports_to((from + length - 1) % length);
    return ports;
  }

 private:
  [[noreturn]] void refuse(unsigned at, const std::string& what) const {
    const Topology::Switch& own = topology_.switches[at];
    throw InputError(
        "{}: switch {}: {}; allowed with routing dimension-order: coordinates of its own for every switch, "
        "as many numbers for each",
        topology_.place(own.line), own.name, what);
  }
  void measure(unsigned at) {
    const auto& coordinates = topology_.switches[at].coordinates;
    if (at == 0) extents_.assign(coordinates.size(), 1);
    if (coordinates.empty()) refuse(at, "no coordinates");
    if (coordinates.size() != extents_.size()) refuse(at, fmt::format("{} coordinates", coordinates.size()));
    for (std::size_t d = 0; d < extents_.size(); ++d) extents_[d] = std::max(extents_[d], coordinates[d] + 1);
  }
  [[nodiscard]] unsigned coordinate(unsigned at, unsigned dimension) const {
    return topology_.switches[at].coordinates[dimension];
  }
  [[nodiscard]] std::uint64_t stride(unsigned dimension) const {
    std::uint64_t stride = 1;
    for (unsigned d = 0; d < dimension; ++d) stride *= extents_[d];
    return stride;
  }
  [[nodiscard]] std::uint64_t place_of(unsigned at) const {
    std::uint64_t place = 0;
    for (unsigned d = 0; d < extents_.size(); ++d) place += coordinate(at, d) * stride(d);
    return place;
  }
  /// The switch at another coordinate of the same line; as many as there are switches: none.
  [[nodiscard]] unsigned along(unsigned at, unsigned dimension, unsigned other) const {
    const std::uint64_t step = stride(dimension);
    const auto found = by_place_.find(place_of(at) + other * step - coordinate(at, dimension) * step);
    return found == by_place_.end() ? wiring_.switches() : found->second;
  }
  [[nodiscard]] bool is_ring(unsigned at, unsigned dimension) const {
    const unsigned first = along(at, dimension, 0);
    return first != wiring_.switches() &&
           wiring_.ports_to(first, along(at, dimension, extents_[dimension] - 1)) != 0;
  }
  [[nodiscard]] unsigned cut_of(unsigned at, unsigned dimension) const {
    unsigned others = 0;
    for (unsigned d = 0; d < extents_.size(); ++d) others += d == dimension ? 0 : coordinate(at, d);
    return others % extents_[dimension];
  }

  const Topology& topology_;
  const Wiring& wiring_;
  std::vector<unsigned> extents_;  // by dimension
  std::unordered_map<std::uint64_t, unsigned> by_place_;
};

}  // namespace

Routes dimension_order_routes(const Topology& topology, const Wiring& wiring) {
  const Grid grid(topology, wiring);
  Routes routes(wiring.switches());
  for (unsigned at = 0; at < wiring.switches(); ++at) {
    for (unsigned to = 0; to < wiring.switches(); ++to) {
      if (at == to) continue;
      const PortMask ports = grid.ports(at, to);
      for (unsigned phase = 0; phase < Routes::kPhases; ++phase) routes.set(at, phase, to, ports);
    }
  }
  return routes;
}

}  // namespace xb
