// SPDX-License-Identifier: Apache-2.0
// Networks of switches with traffic classes.
#include <numeric>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

namespace {

/// Four hosts a switch, all of which send to all: half of the packets go over the cable.
const Keys kTwo{{"topology", "two-switches(4,4)"},
                {"link-latency", "3"},
                {"classes", "2"},
                {"depth", "64"},
                {"warmup", "500"},
                {"cycles", "4000"}};

/// Packets of one beat of class 1 to all, beside those of class 0 to one host.
RunResult beside(const std::string& low, const Keys& keys) {
  return measured(with(kTwo, keys),
                  {{"class-traffic", "0:one-hot,1:uniform"}, {"class-load", "0:" + low + ",1:0.1"}});
}

using Count = std::uint64_t ClassResult::*;
std::uint64_t sum(const RunResult& r, Count member) {
  return std::accumulate(r.classes.begin(), r.classes.end(), std::uint64_t{0},
                         [&](std::uint64_t all, const ClassResult& of) { return all + of.*member; });
}

}  // namespace

TEST_CASE("the high class goes through a network as if the low one were not there", "[results]") {
  for (const char* const architecture : {"input", "crosspoint"}) {
    double latency = 0;
    for (const char* const flow : {"drop", "0:cbfc,1:cbfc"}) {
      INFO(architecture << " " << flow);
      const Keys keys{{"switch", architecture}, {"flow", flow}};
      const RunResult alone = beside("0", keys), both = beside("1", keys);
      const ClassResult &high = both.classes.at(1), &own = alone.classes.at(1);
      CHECK(high.loss == 0);
      CHECK(high.latency.mean == own.latency.mean);
      CHECK(high.latency.max == own.latency.max);
      CHECK(high.delivered_packets == own.delivered_packets);
      CHECK(both.throughput.mean > alone.throughput.mean + 0.05);
      latency = high.latency.mean;
    }
    // What shows that it can differ: a cable that is held off is held off for both.
    CHECK(beside("1", {{"switch", architecture}}).classes.at(1).latency.mean > 1.5 * latency);
  }
}

TEST_CASE("classes of a network add up to the whole", "[results]") {
  for (const char* const latency : {"0", "3"}) {
    for (const char* const architecture : {"input", "voq", "crosspoint", "cicq-lqf", "output", "shared"}) {
      for (const char* const flow : {"back-pressure", "drop"}) {
        INFO(architecture << " " << flow << " " << latency);
        const RunResult r = measured(kTwo, {{"link-latency", latency},
                                            {"switch", architecture},
                                            {"flow", flow},
                                            {"class-mix", "0:.7,1:.3"},
                                            {"load", "0.9"},
                                            {"packet", "1..3"},
                                            {"cycles", "1500"}});
        CHECK(sum(r, &ClassResult::offered_packets) == r.offered_packets);
        CHECK(sum(r, &ClassResult::delivered_packets) == r.delivered_packets);
        const auto lost = [&](const ClassResult& of) {
          return of.loss * static_cast<double>(of.offered_packets);
        };
        CHECK(lost(r.classes[0]) >= lost(r.classes[1]));
        CHECK((lost(r.classes[0]) > 0) == (r.lost_packets > 0));
        CHECK(r.classes[0].latency.mean > r.classes[1].latency.mean);
        CHECK(r.network->switches.back().result.classes.size() == 2);
      }
    }
  }
}

TEST_CASE("the loss of a switch is a share of all packets that come to it", "[results]") {
  for (const char* const latency : {"0", "3"}) {
    INFO(latency);
    const RunResult r = measured(kTwo, {{"topology", "hierarchy(2,4)"},
                                        {"link-latency", latency},
                                        {"depth", "16"},
                                        {"flow", "drop"},
                                        {"load", "0.8"},
                                        {"cycles", "20000"}});
    for (const SwitchResult& one : r.network->switches) {
      INFO(one.name);
      const RunResult& of = one.result;
      const auto lost = static_cast<double>(of.lost_packets);
      CHECK(lost > 1000);
      CHECK(of.loss.mean == Approx(lost / (lost + static_cast<double>(of.delivered_packets))).epsilon(0.01));
      double of_classes = 0;  // of as many that came, a share that is lost
      for (const ClassResult& c : of.classes)
        of_classes += c.loss / (1 - c.loss) * static_cast<double>(c.delivered_packets);
      CHECK(of_classes == Approx(lost).epsilon(0.02));
    }
  }
}

TEST_CASE("outputs of a network share by weight", "[results]") {
  // Over one cable, of which both classes want all.
  const RunResult r = measured(kTwo, {{"topology", "two-switches(1,1)"},
                                      {"traffic", "permutation"},
                                      {"flow", "drop"},
                                      {"class-load", "0:1,1:1"},
                                      {"service", "dwrr"},
                                      {"weights", "0:1,1:3"}});
  CHECK(r.throughput.mean > 0.99);
}

TEST_CASE("a network with classes gives the same record in several threads, and on another engine",
          "[results]") {
  const Keys keys = with(kTwo, {{"topology", "leaf-spine(3,2,2)"},
                                {"classes", "3"},
                                {"class-mix", "0:.5,1:.2,2:.3"},
                                {"packet", "1..4"},
                                {"flow", "0:drop,1:drop,2:drop"},
                                {"load", "0.8"},
                                {"cycles", "1000"}});
  const auto record = [&](const Keys& more) { return record_as_fast(configured(with(keys, more))); };
  const std::string one = record({});
  CHECK(record({{"threads", "2"}}) == one);
  CHECK(record({{"threads", "3"}}) == one);
  CHECK(record({{"engine", "systemc"}}) == one);
  CHECK(record({{"seed", "2"}}) != one);
}

TEST_CASE("what a network with classes does not have is refused", "[results]") {
  const auto refused = [](const Keys& keys) {
    const Keys all = with(kTwo, keys);
    return message_of<InputError>([&] { configured(all); });
  };
  CHECK(mentions(refused({{"reference", "oq"}}), {"reference: 'oq'", "none in a network with classes"}));
}
