// SPDX-License-Identifier: Apache-2.0
#include "systemc/settings.h"

#include "tests/catch.h"

using namespace xb::twin;

namespace {
const Params kParams{3, 1, 100, 16};
}

TEST_CASE("settings within their ranges are left alone", "[systemc]") {
  Settings least;
  least.depth = least.packet_beats = least.crosspoint_packets = least.output_depth = 1;
  least.window = least.iterations = 1;
  least.alpha = 0;
  CHECK(bounded(least, kParams) == least);
  Settings most;
  most.depth = most.output_depth = 100;
  most.packet_beats = 101;
  most.crosspoint_packets = 16;
  most.window = 8;
  most.iterations = 4;
  most.alpha = 6;
  most.arbiter = Arbitration::Weighted;
  most.sharing = Sharing::Dynamic;
  most.scheduler = Scheduler::Rrm;
  most.route_delay = most.seed = ~std::uint32_t{0};
  CHECK(bounded(most, kParams) == most);
}

TEST_CASE("settings out of their ranges become the nearest values in them", "[systemc]") {
  Settings s;
  s.depth = s.packet_beats = s.crosspoint_packets = s.output_depth = 0;
  s.window = s.iterations = 0;
  s.weights = 0x00ff000200000001;
  s = bounded(s, kParams);
  CHECK(s.depth == 1);
  CHECK(s.packet_beats == 1);
  CHECK(s.crosspoint_packets == 1);
  CHECK(s.output_depth == 1);
  CHECK(s.weights == 0x01ff010201010101);
  CHECK(s.window == 1);
  CHECK(s.iterations == 1);
  s.depth = s.packet_beats = s.crosspoint_packets = s.output_depth = ~std::uint32_t{0};
  s.window = s.iterations = s.alpha = 255;
  s.arbiter = static_cast<Arbitration>(4);
  s.sharing = static_cast<Sharing>(3);
  s.scheduler = static_cast<Scheduler>(3);
  s.service = static_cast<Service>(3);
  s.class_heads = static_cast<ClassHeads>(2);
  s.class_alphas = 0xf7654321;
  s.drop_bandwidth = kDropWord + 1;
  s = bounded(s, kParams);
  CHECK(s.depth == 100);
  CHECK(s.packet_beats == 101);
  CHECK(s.crosspoint_packets == 16);
  CHECK(s.output_depth == 100);
  CHECK(s.window == 8);
  CHECK(s.iterations == 4);
  CHECK(s.alpha == 6);
  CHECK(s.arbiter == Arbitration::Weighted);
  CHECK(s.sharing == Sharing::Dynamic);
  CHECK(s.scheduler == Scheduler::Rrm);
  CHECK(s.service == Service::StrictDwrr);
  CHECK(s.class_heads == ClassHeads::Offer);
  CHECK(s.class_alphas == 0x66654321);
  CHECK(s.drop_bandwidth == kDropWord);
}
