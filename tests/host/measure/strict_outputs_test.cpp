// SPDX-License-Identifier: Apache-2.0
#include "host/measure/strict_outputs.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

namespace {

struct Sent {
  StrictOutputs::Flow flow;
  unsigned beats;
  std::uint64_t reaches;  ///< its output
  std::uint64_t ideal = 0;
};

/// Output 0, cycle by cycle: an idle link begins with the first packet of the highest class that is there.
void serve(std::vector<Sent>& packets, unsigned period) {
  std::vector<Sent*> left;
  for (Sent& packet : packets) left.push_back(&packet);
  std::stable_sort(left.begin(), left.end(),
                   [](const Sent* a, const Sent* b) { return a->reaches < b->reaches; });
  for (std::uint64_t now = 0, free = 0; !left.empty(); ++now) {
    if (now < free || now % period != 0) continue;
    auto best = left.end();
    for (auto at = left.begin(); at != left.end(); ++at) {
      if ((*at)->reaches > now) continue;
      if (best == left.end() || (*at)->flow.of_class > (*best)->flow.of_class) best = at;
    }
    if (best == left.end()) continue;
    (*best)->ideal = now;
    free = now + std::uint64_t{(*best)->beats} * period;
    left.erase(best);
  }
}

/// It has left the switch that is measured: cycles of its first and last beat.
DeliveredPacket delivered(const StrictOutputs::Flow& flow, std::uint64_t ideal, std::uint64_t first,
                          std::uint64_t last) {
  DeliveredPacket packet{};
  packet.source = flow.source;
  packet.destination = flow.destination;
  packet.of_class = flow.of_class;
  packet.first_out_cycle = first;
  packet.last_out_cycle = last;
  packet.ideal_out_cycle = ideal;
  return packet;
}

}  // namespace

TEST_CASE("strict output queues send as a simulation by cycles, whoever is first", "[host][measure]") {
  const unsigned period = GENERATE(1, 3), classes = GENERATE(2, 3);
  RandomStream random(GENERATE(1, 2, 3, 4), StreamPurpose::Length, 0);
  StrictOutputs outputs({period, period}, classes);
  std::vector<Sent> packets;
  std::uint64_t reaches[2] = {0, 0};  // a flow's packets do so in order
  std::vector<std::uint64_t> came;
  for (std::uint64_t now = 0; packets.size() < 200; ++now) {
    for (unsigned source = 0; source < 2; ++source) {
      if (random.below(5 * period) != 0) continue;
      reaches[source] = std::max(reaches[source], now + 1 + random.below(4));
      packets.push_back({{source, 0, random.below(classes)}, 1 + random.below(4), reaches[source]});
      came.push_back(now);
    }
  }
  serve(packets, period);
  std::size_t next = 0;
  std::vector<StrictOutputs::Lag> lags;
  const auto take_lags = [&](std::uint64_t now) {
    if (!outputs.is_due(0, now)) return;
    outputs.take_early(0, now, now + 1, [&](const StrictOutputs::Lag& lag) { lags.push_back(lag); });
  };
  std::vector<std::uint64_t> ideals;
  std::map<std::tuple<unsigned, unsigned>, std::vector<std::int64_t>> want, got;
  std::uint64_t now = 0;
  std::vector<std::size_t> inside;
  for (; next < packets.size() || !inside.empty(); ++now) {
    for (; next < packets.size() && came[next] == now; ++next) {
      ideals.push_back(outputs.arrived(packets[next].flow, std::uint64_t{packets[next].beats} * period,
                                       packets[next].reaches, now + 1));
      inside.push_back(next);
    }
    // This one serves packets as they came, sooner or later than the ideal one.
    if (inside.empty() || random.below(3 * period) != 0) continue;
    const Sent& packet = packets[inside.front()];
    take_lags(now);
    std::int64_t lag = 0;
    if (outputs.left(delivered(packet.flow, ideals[inside.front()], now, now), now + 1, true, lag))
      lags.push_back({packet.flow, lag, true});
    inside.erase(inside.begin());
    want[{packet.flow.source, packet.flow.of_class}].push_back(static_cast<std::int64_t>(now - packet.ideal));
  }
  take_lags(now + 10000);  // what is left
  for (const auto& lag : lags) {
    CHECK(lag.counts);
    got[{lag.flow.source, lag.flow.of_class}].push_back(lag.cycles);
  }
  CHECK(got == want);
}

TEST_CASE("packets of a flow leave strict output queues as often as the switch, whichever overtakes",
          "[host][measure]") {
  StrictOutputs outputs({1}, 2);
  const StrictOutputs::Flow flow{0, 0, 0};
  const std::uint64_t first = outputs.arrived(flow, 3, 10, 4), second = outputs.arrived(flow, 1, 5, 5);
  std::int64_t lag = 0;
  CHECK(outputs.left(delivered(flow, first, 20, 22), 23, true, lag));
  CHECK(lag == 15);
  CHECK(outputs.left(delivered(flow, second, 23, 23), 24, true, lag));
  CHECK(lag == 13);
}
