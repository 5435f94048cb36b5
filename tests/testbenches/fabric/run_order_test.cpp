// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/run/network_result.h"
#include "host/run/run_result.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/fabric/small_fabric.h"
#include "tests/testbenches/results/measured.h"
#include "tests/testbenches/results/timeless.h"

using namespace xb;

namespace {

/// All that is measured, with the switches run in an order drawn from `seed`; 0: their own.
std::string measured_in_order(const ResolvedNetwork& network, const std::vector<naive::Packet>& packets,
                              std::uint64_t seed, unsigned threads = 1) {
  ResolvedNetwork setup = network;
  setup.switches.front().config.threads = threads;
  SmallFabric small(setup, packets);
  Fabric& fabric = small.fabric;
  if (seed != 0) fabric.shuffle_order(seed);
  NetworkWindow window(setup);
  fabric.advance(300);
  fabric.open_measures();
  window.open(fabric);
  while (!fabric.finished()) fabric.advance(Workload::kNever);
  fabric.close_measures();
  window.close(fabric);
  fabric.drain();
  return result_to_json(RunConfig{}, network_result(setup, fabric, window)).dump();
}

}  // namespace

TEST_CASE("the order in which switches are run changes nothing that is measured") {
  unsigned number = 0;
  for (const std::string topology : {"hierarchy(3,4)", "irregular(6,20,2)", "torus(3,3)", "fat-tree(4)"}) {
    for (const std::uint64_t latency : {1U, 5U, 700U}) {
      FabricCase c{topology};
      c.latency = latency;
      c.depth = number % 2 == 0 ? 24 : 64;
      c.period = number % 3 == 0 ? 10 : 1;
      ResolvedNetwork setup = fabric_of(c);
      if (number % 2 == 0) setup.topology.cables.front().speed = {0, 1};
      ++number;
      const auto packets = packets_of(setup.wiring.hosts(), c, number, 800, 0.4);
      const std::string want = measured_in_order(setup, packets, 0);
      INFO(fmt::format("{} latency {}", topology, latency));
      CHECK(measured_in_order(setup, packets, number) == want);
      CHECK(measured_in_order(setup, packets, 7, std::array{2U, 3U, 8U}[number % 3]) == want);
    }
  }
}

TEST_CASE("however many threads run a network, its record is the same") {
  const auto record = [](const Keys& keys, unsigned threads) {
    const Setup setup = resolve(configured(with(keys, {{"threads", std::to_string(threads)}})));
    return timeless(setup.config, run_point(setup)).dump();
  };
  const Keys tree = "topology fat-tree(4), cycles 3000, seed 5";
  const Keys exchange = "topology torus(3,3), link-latency 5, schedule shift";
  const std::vector<Keys> points{
      with(tree, "link-latency 4, load 0.5, ci 0.05"),
      with(tree, "link-latency 1, topology mesh(4,4), load 0.2, packet 1..9"),
      with(tree, "link-latency 16, topology irregular(6,20,2), flow drop"),
      with(tree, "link-latency 7, adaptive random, switch voq"),
      exchange,
      with(exchange, "topology fat-tree(4), send-window 3"),
      with(exchange, "flow drop, depth 8, reliability go-back-n, timeout 1ms"),
  };
  for (const Keys& keys : points) {
    for (const auto& [key, value] : keys) UNSCOPED_INFO(key << " " << value);
    const std::string want = record(keys, 1);
    for (const unsigned threads : {2U, 3U, 8U}) CHECK(record(keys, threads) == want);
  }
}

TEST_CASE("threads are refused where they would do nothing, or results could differ") {
  const auto refused = [](const Keys& keys, const std::string& why) {
    const Keys tree = "topology fat-tree(4), link-latency 4, threads 2";
    const std::string message = message_of<InputError>([&] { configured(with(tree, keys)); });
    return mentions(message, {"threads: '2' is not allowed", why});
  };
  CHECK(refused("link-latency 0", "1 where no cable has a latency"));
  CHECK(refused("engine systemc", "1 with engine systemc"));
  CHECK(refused("flow-sizes web-search", "1 with traffic of flows"));
}
