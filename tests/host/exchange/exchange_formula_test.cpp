// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/exchange_formula.h"

#include <cmath>

#include "host/exchange/algorithms.h"
#include "host/exchange/schedule_registry.h"
#include "host/nic/built_in_clusters.h"
#include "host/nic/cluster.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// User data per node and second [MB/s], p = 16, omega = 5.
double bandwidth(const std::string& schedule, const std::string& cluster_name, std::uint32_t k) {
  const Cluster& cluster = *find_cluster(cluster_name);
  const Seconds frame_time{cluster.frame_beats * cluster.clock_period.value};
  const Seconds switch_latency = cluster.store_forward ? frame_time : cluster.clock_period;
  const Seconds time =
      predict_exchange(*find_schedule(schedule), {16, k, 5}, cluster, frame_time, switch_latency);
  return k * 1492.0 * 15 / time.value / 1e6;
}

struct Row {
  std::uint32_t k;
  double shift326, group326, sync326, shift416, group416, sync416;
};

// Table 6a of the reference, computed from the paper's equations 2-5 and its Table 1.
constexpr Row kTable[] = {{4, 10.602, 11.790, 12.015, 8.803, 11.278, 11.832},
                          {8, 11.315, 11.958, 12.072, 10.202, 11.688, 11.979},
                          {16, 11.708, 12.043, 12.101, 11.083, 11.905, 12.054},
                          {32, 11.915, 12.087, 12.116, 11.583, 12.017, 12.092},
                          {64, 12.022, 12.108, 12.123, 11.850, 12.073, 12.111},
                          {100, 12.061, 12.116, 12.125, 11.949, 12.094, 12.118},
                          {128, 12.076, 12.119, 12.126, 11.988, 12.101, 12.121},
                          {256, 12.103, 12.125, 12.128, 12.059, 12.116, 12.125},
                          {512, 12.116, 12.127, 12.129, 12.094, 12.123, 12.128},
                          {768, 12.121, 12.128, 12.129, 12.106, 12.125, 12.128}};

bool agrees(double value, double printed) { return std::abs(value - printed) < 0.00051; }

/// A message as the paper has it: overhead o at each end, L for latency and gap alike.
MessageCosts message(double o, double l) { return {{2 * o + l}, {l}, {2 * o}}; }

}  // namespace

TEST_CASE("a message of k packets takes O_s + (k-1) g + L + O_r + U_r", "[host]") {
  const Cluster& cluster = *find_cluster("tam-326");
  const Seconds frame_time{cluster.frame_beats * cluster.clock_period.value};
  const auto microseconds = [&](std::uint64_t packets) {
    return predict_message(packets, 16, cluster, frame_time, cluster.clock_period).value * 1e6;
  };
  // Table 1: O_s 12.5, g_r 123, L(16) = 0.3387 x 16 + 149 = 154.4192, O_r 20, U_r 7.
  CHECK(microseconds(1) == Approx(12.5 + 154.4192 + 27));
  CHECK(microseconds(10) == Approx(12.5 + 9 * 123 + 154.4192 + 27));
  // Without costs: the packets one after the other, and the switch once.
  const Seconds packet{24e-8};
  CHECK(predict_message(10, 16, *find_cluster("ideal"), packet, {1e-8}).value == Approx(241e-8));
}

TEST_CASE("predicted bandwidths are those of Tam and Wang's equations", "[host]") {
  for (const Row& row : kTable) {
    CAPTURE(row.k);
    CHECK(agrees(bandwidth("shift", "tam-326", row.k), row.shift326));
    CHECK(agrees(bandwidth("pairwise", "tam-326", row.k), row.shift326));
    CHECK(agrees(bandwidth("pairwise-xor", "tam-326", row.k), row.shift326));
    CHECK(agrees(bandwidth("group-shuffle", "tam-326", row.k), row.group326));
    CHECK(agrees(bandwidth("sync-shuffle", "tam-326", row.k), row.sync326));
    CHECK(agrees(bandwidth("shift", "tam-416", row.k), row.shift416));
    CHECK(agrees(bandwidth("group-shuffle", "tam-416", row.k), row.group416));
    CHECK(agrees(bandwidth("sync-shuffle", "tam-416", row.k), row.sync416));
  }
}

TEST_CASE("bandwidth tends to the payload of a packet in a gap", "[host]") {
  CHECK(bandwidth("sync-shuffle", "tam-326", 10000000) == Approx(1492 / 123.0).epsilon(1e-6));
}

TEST_CASE("without a formula the least time is given, and nothing predicted is less", "[host]") {
  const Cluster& cluster = *find_cluster("tam-326");
  const Seconds frame_time{cluster.frame_beats * cluster.clock_period.value};
  for (const unsigned p : {2U, 5U, 16U}) {
    const ExchangeShape shape{p, 8, 3, cluster.payload_bytes};
    const auto predicted = [&](const std::string& name) {
      return predict_exchange(*find_schedule(name), shape, cluster, frame_time, cluster.clock_period).value;
    };
    const double least = least_exchange_time(shape, cluster, frame_time, cluster.clock_period).value;
    // Eq. 2 with Table 1: k (p-1) 123 us + O_s + L - g + O_r + U_r.
    CHECK(least == Approx(8 * (p - 1) * 123e-6 + (12.5 + 149 + p * 0.3387 - 123 + 20 + 7) * 1e-6));
    for (const auto& entry : schedules()) {
      if (entry.family != ScheduleFamily::CompleteExchange || entry.predict == nullptr) continue;
      CAPTURE(p, entry.name);
      CHECK(predicted(entry.name) >= least * (1 - 1e-12));
      if (entry.bound_only) CHECK(predicted(entry.name) == Approx(least));
    }
    CHECK(predicted("logical-ring") ==
          Approx((p - 1) * (8 * 123e-6 + (12.5 + 149 + p * 0.3387 - 123 + 27) * 1e-6)));
  }
}

TEST_CASE("a pairing that leaves ranks idle takes more rounds", "[host]") {
  const Cluster& ideal = *find_cluster("ideal");
  const Seconds cycle = ideal.clock_period;
  const Seconds packet_time{10 * cycle.value};
  const auto cycles = [&](const std::string& schedule, unsigned p, std::uint32_t k, unsigned omega) {
    return predict_exchange(*find_schedule(schedule), {p, k, omega}, ideal, packet_time, cycle).value /
           cycle.value;
  };
  // Ideal hosts: g = 10 cycles, L = 11, T_w = 1.
  CHECK(cycles("shift", 7, 3, 1) == Approx(6 * 31));
  CHECK(cycles("pairwise", 7, 3, 1) == Approx(7 * 31));       // p rounds for odd p
  CHECK(cycles("pairwise-xor", 9, 3, 1) == Approx(15 * 31));  // rounds up to a power of two
  CHECK(cycles("sync-shuffle", 7, 3, 1) == Approx(6 * 30 + 1));
  CHECK(cycles("group-shuffle", 8, 3, 5) == Approx(7 * 30 + 2));  // 7 partners: groups of 5 and 2
  CHECK(cycles("group-shuffle", 7, 3, 7) == Approx(6 * 30 + 1));
}

TEST_CASE("where messages travel whole, their costs are those of one packet", "[host]") {
  // The hosts of Jacunski et al. with a start-up of 5 us; a packet is a flit of 16 ns, a message 128.
  Cluster cluster = *find_cluster("ideal");
  cluster.name = "whole";
  cluster.clock_period = {16e-9};
  cluster.send_overhead = cluster.receive_overhead = {2.5e-6};
  cluster.whole_messages = true;
  const auto microseconds = [&](const std::string& schedule, std::uint32_t k) {
    const ExchangeShape shape{8, k, 5, 8};
    return predict_exchange(*find_schedule(schedule), shape, cluster, {16e-9}, {0.512e-6}, {k * 16e-9})
               .value *
           1e6;
  };
  const double flits = 128 * 0.016;
  const double message = 5 + flits + 0.512;
  CHECK(microseconds("logical-ring", 128) == Approx(7 * message));
  CHECK(microseconds("simultaneous-broadcast", 128) == Approx(message + 5 * 5 + 2.5));    // g_s = 2o, g = o
  CHECK(microseconds("simultaneous-broadcast", 1024) == Approx(5 + 7 * 16.384 + 0.512));  // g_s = g = G
  CHECK(microseconds("combining", 128) == Approx(3 * message + 4 * flits));
  CHECK(microseconds("shift", 128) == Approx(7 * message));
  // The turns of the shuffles are messages of a flit.
  CHECK(microseconds("sync-shuffle", 128) == Approx(7 * flits + 5 + 0.512));
  cluster.send_gap = {3e-6};  // between messages, not flits
  CHECK(microseconds("shift", 128) == Approx(7 * message));
  CHECK(microseconds("combining", 128) == Approx(3 * message + 4 * 3));
  const ExchangeShape shape{8, 128, 5, 8};
  const auto least = [&] {
    return least_exchange_time(shape, cluster, {16e-9}, {0.512e-6}, {flits * 1e-6}).value * 1e6;
  };
  CHECK(least() == Approx(7 * 3 + 5 + flits + 0.512 - 3));
  cluster.latency_base = {10e-6};  // of a flit: 127 more take their time
  CHECK(microseconds("logical-ring", 128) == Approx(7 * (5 + 10 + 127 * 0.016)));
}

TEST_CASE("no schedule is faster than its busiest rank", "[host]") {
  const Cluster& tam = *find_cluster("tam-326");
  const Seconds frame{tam.frame_beats * tam.clock_period.value};
  const PacketSizes sizes{tam.payload_bytes, tam.frame_beats, 64, false};
  Schedule schedule;
  schedule.ranks.resize(3);
  schedule.ranks[0].send(1, 2 * 1492);
  schedule.ranks[1].send(2, 1);
  schedule.ranks[2].send(1, 1492 + 1);
  const auto least = [&] { return least_schedule_time(schedule, sizes, tam, frame, tam.clock_period).value; };
  // Rank 1 receives 4 packets: 3 g + O_s + L(3) + O_r + U_r.
  CHECK(least() == Approx(3 * 123e-6 + 12.5e-6 + 149e-6 + 3 * 0.3387e-6 + 27e-6));
  schedule.ranks.assign(3, {});
  CHECK(least() == 0);
}

TEST_CASE("the least time of all packets is that of a complete exchange, where blocks are alike", "[host]") {
  for (const char* name : {"tam-326", "ideal", "jacunski"}) {
    const Cluster& cluster = *find_cluster(name);
    const Seconds frame_time{cluster.frame_beats * cluster.clock_period.value};
    const Seconds latency = cluster.clock_period;
    const PacketSizes sizes{cluster.payload_bytes, cluster.frame_beats, 64, cluster.whole_messages};
    for (const unsigned p : {2U, 5U, 16U}) {
      CAPTURE(name, p);
      ExchangeShape shape{p, 8, 3, cluster.payload_bytes};
      const Seconds block_time{static_cast<double>(sizes.beats(shape.block_bytes(), 0)) *
                               cluster.clock_period.value};
      const auto traffic = [&](const Schedule& schedule) {
        return least_traffic_time(schedule, sizes, cluster, frame_time, latency).value;
      };
      const double even = traffic(linear_exchange(shape));
      CHECK(even == Approx(least_exchange_time(shape, cluster, frame_time, latency, block_time).value));
      shape.message_spread = 0.5;
      if (p == 16) CHECK(traffic(linear_exchange(shape)) > even);  // the busiest of 16
      shape.message_spread = 0;
      shape.switch_of_rank = switch_by_switch({p - 1, 1});
      // What is sent on counts, too.
      if (!cluster.whole_messages) CHECK(traffic(local_group_exchange(shape)) >= even);
    }
  }
  CHECK(least_traffic_time({}, {8, 1, 64, false}, *find_cluster("ideal"), {1e-8}, {1e-8}).value == 0);
}

TEST_CASE("broadcasts on one switch take what the paper's formulas say", "[host]") {
  // L > 2o: g = g_s = L, so that SB is 2o + (p-1) L.
  CHECK(predict_logical_ring(32, message(1, 5)).value == Approx(31 * 7));
  CHECK(predict_simultaneous_broadcast(32, message(1, 5)).value == Approx(2 + 31 * 5));
  CHECK(predict_combining(32, message(1, 5)).value == Approx(5 * 2 + 31 * 5));
  // o < L < 2o: g_s = 2o, g = L.
  CHECK(predict_simultaneous_broadcast(10, message(2, 3)).value == Approx(4 + 3 + 7 * 4 + 3));
  // L < o: g_s = 2o, g = o.
  CHECK(predict_simultaneous_broadcast(10, message(2, 1)).value == Approx(4 + 1 + 7 * 4 + 2));
  // Table 1, L > 2o: SB is the faster as soon as ceil(log2 p) > 1.
  CHECK(predict_simultaneous_broadcast(3, message(1, 5)).value < predict_combining(3, message(1, 5)).value);
}

TEST_CASE("two ranks exchange one message by any algorithm", "[host]") {
  CHECK(predict_logical_ring(2, message(1, 5)).value == Approx(7));
  CHECK(predict_simultaneous_broadcast(2, message(1, 5)).value == Approx(7));
  CHECK(predict_combining(2, message(1, 5)).value == Approx(7));
}

TEST_CASE("Table 2's logical ring and combining share one message time", "[host]") {
  // 256 flits of 16 ns are 4.096 us on the wire; 205.78 us for 31 messages.
  const MessageCosts costs{{205.78 / 31}, {4.096}, {2.0}};
  CHECK(predict_logical_ring(32, costs).value == Approx(205.78));
  CHECK(predict_combining(32, costs).value == Approx(139.69).epsilon(0.0005));
}
