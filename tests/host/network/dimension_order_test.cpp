// SPDX-License-Identifier: Apache-2.0
#include "host/network/dimension_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "host/base/errors.h"
#include "host/network/route_check.h"
#include "host/network/topology_registry.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

struct Routed {
  explicit Routed(Topology made)
      : topology(std::move(made)), wiring(topology), routes(dimension_order_routes(topology, wiring)) {}

  /// Switches on the way, the first of the ports wherever there are two.
  [[nodiscard]] std::vector<unsigned> path(unsigned from, unsigned to) const {
    std::vector<unsigned> path{from};
    while (path.back() != to) {
      REQUIRE(path.size() <= wiring.switches());
      path.push_back(wiring.end(path.back(), lowest_port(routes.ports(path.back(), 0, to))).index);
    }
    return path;
  }
  [[nodiscard]] bool is_sound() const {
    return route_fault(topology, wiring, routes).empty() && channel_cycle(topology, wiring, routes).empty();
  }

  Topology topology;
  Wiring wiring;
  Routes routes;
};

/// Switches of a ring on `from`, one step after the other, to `to`.
std::vector<unsigned> steps(unsigned from, unsigned to, unsigned length, unsigned step) {
  std::vector<unsigned> path{from};
  while (path.back() != to) path.push_back((path.back() + step) % length);
  return path;
}

}  // namespace

TEST_CASE("on a mesh a packet goes along its row, then along the column", "[host][network]") {
  const unsigned columns = GENERATE(1U, 2U, 3U, 8U), rows = GENERATE(2U, 5U, 8U);
  const Routed mesh(make_topology(fmt::format("mesh({},{})", columns, rows)));
  CHECK(mesh.is_sound());
  // Pairs of switches over each cable, by its place, against the count by hand: all before it in the row go
  // to all columns behind it; in a column packets come from all columns.
  std::vector<unsigned> right(columns * rows), down(columns * rows);
  for (unsigned from = 0; from < columns * rows; ++from) {
    for (unsigned to = 0; to < columns * rows; ++to) {
      const auto path = mesh.path(from, to);
      const auto apart = [](unsigned a, unsigned b) { return std::max(a, b) - std::min(a, b); };
      CHECK(path.size() - 1 == apart(from % columns, to % columns) + apart(from / columns, to / columns));
      for (std::size_t n = 0; n + 1 < path.size(); ++n) {
        if (path[n + 1] / columns == path[n] / columns)
          right[path[n]] += path[n + 1] > path[n] ? 1 : 0;
        else
          down[path[n]] += path[n + 1] > path[n] ? 1 : 0;
      }
    }
  }
  for (unsigned s = 0; s < columns * rows; ++s) {
    const unsigned x = s % columns, y = s / columns;
    CHECK(right[s] == (x + 1) * (columns - 1 - x) * rows);
    CHECK(down[s] == (y + 1) * columns * (rows - 1 - y));
  }
}

TEST_CASE("on a torus nothing waits for itself, and each ring is passed through but for its cut",
          "[host][network]") {
  const unsigned columns = GENERATE(2U, 3U, 4U, 5U, 8U), rows = GENERATE(2U, 3U, 4U, 7U);
  const Routed torus(make_topology(fmt::format("torus({},{})", columns, rows)));
  CHECK(torus.is_sound());
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned from = 0; from < columns; ++from) {
      for (unsigned to = 0; to < columns; ++to) {
        const unsigned cut = row % columns;
        std::vector<std::vector<unsigned>> ways{steps(from, to, columns, 1),
                                                steps(from, to, columns, columns - 1)};
        const auto passes_cut = [&](const std::vector<unsigned>& way) {
          return way.size() > 2 && std::find(way.begin() + 1, way.end() - 1, cut) != way.end() - 1;
        };
        ways.erase(std::remove_if(ways.begin(), ways.end(), passes_cut), ways.end());
        REQUIRE_FALSE(ways.empty());
        const auto shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
        CHECK(torus.path(row * columns + from, row * columns + to).size() ==
              std::min_element(ways.begin(), ways.end(), shorter)->size());
      }
    }
  }
}

TEST_CASE("a ring without a cut would be found", "[host][network]") {
  const Topology ring = make_topology("torus(5,1)");
  const Wiring wiring(ring);
  Routes routes = dimension_order_routes(ring, wiring);
  CHECK(channel_cycle(ring, wiring, routes).empty());
  // From 4 to 1 the cut, 0, is in between; so the way is by 3 and 2.
  CHECK(wiring.end(4, lowest_port(routes.ports(4, 0, 1))).index == 3);
  for (unsigned at = 0; at < 5; ++at) {
    for (unsigned port = 0; port < wiring.ports(at); ++port) {
      const PortEnd& end = wiring.end(at, port);
      if (!end.host && end.index == (at + 1) % 5) routes.set(at, 0, (at + 2) % 5, bit(port));
    }
  }
  CHECK_FALSE(channel_cycle(ring, wiring, routes).empty());
}

TEST_CASE("three dimensions, and lines in which all are joined to all", "[host][network]") {
  Topology cube;
  constexpr unsigned kSide = 3;
  for (unsigned s = 0; s < kSide * kSide * kSide; ++s)
    cube.switches.push_back({fmt::format("s{}", s), 1, {}, {}, {s % 3, s / 3 % 3, s / 9}});
  for (unsigned a = 0; a < cube.switches.size(); ++a) {
    for (unsigned b = a + 1; b < cube.switches.size(); ++b) {
      unsigned differ = 0;
      for (unsigned d = 0; d < 3; ++d)
        differ += cube.switches[a].coordinates[d] != cube.switches[b].coordinates[d] ? 1 : 0;
      if (differ == 1) cube.cables.push_back({a, b, {}});
    }
  }
  const Routed routed(std::move(cube));
  CHECK(routed.is_sound());
  CHECK(routed.path(0, 26) == std::vector<unsigned>{0, 2, 8, 26});
  CHECK(routed.path(26, 1) == std::vector<unsigned>{26, 25, 19, 1});
}

TEST_CASE("dimension order asks for coordinates of their own", "[host][network]") {
  Topology mesh = make_topology("mesh(2,2)");
  const auto refused = [&](std::vector<unsigned> coordinates, const char* what) {
    Topology odd = mesh;
    odd.switches[3].coordinates = std::move(coordinates);
    const Wiring wiring(odd);
    CHECK(mentions(message_of<InputError>([&] { routes_of(odd, wiring); }), {"s3", what, "dimension-order"}));
  };
  refused({}, "no coordinates");
  refused({1}, "1 coordinates");
  refused({1, 0}, "another switch has these");
}
