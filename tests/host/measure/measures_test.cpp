// SPDX-License-Identifier: Apache-2.0
#include "host/measure/measures.h"

#include <array>
#include <cmath>
#include <random>

#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kPorts = 3;

/// Feeds a window of hand-made cycles.
class Window {
 public:
  explicit Window(std::uint64_t begin = 0) : measures(kPorts, kPorts, {}), now(begin) {}

  void open() { measures.open(now, 0, 0, out); }
  void close() { measures.close(now, 0, 0, out); }
  void cycle(PortMask delivered = 0) { measures.cycle(now++, out, port_count(delivered)); }
  void cycles(unsigned count, PortMask delivered = 0) {
    for (unsigned n = 0; n < count; ++n) cycle(delivered);
  }
  void occupancy(std::array<std::uint32_t, kPorts> beats, std::array<std::uint32_t, kPorts> packets) {
    for (unsigned q = 0; q < kPorts; ++q) {
      out.occ_beats[q] = beats[q];
      out.occ_packets[q] = packets[q];
    }
  }
  void packet(std::uint64_t in, std::uint64_t first_out, std::uint64_t last_out, std::uint64_t zero_load) {
    measures.packet({0, 1, 1, in, first_out, last_out, 0}, zero_load);
  }

  Measures measures;
  SwitchOutputs out{};
  std::uint64_t now;
};

}  // namespace

TEST_CASE("throughput and offered load are beats per port and cycle of the window", "[host]") {
  Window w(100);
  w.cycles(10, 0b111);  // before it opens
  w.measures.open(w.now, 1000, 500, w.out);
  w.cycles(6, 0b101);
  w.cycles(4, 0b000);
  w.measures.close(w.now, 1024, 512, w.out);
  w.cycles(10, 0b111);  // after it closed
  CHECK(w.measures.measured_cycles() == 10);
  CHECK(w.measures.throughput().mean == Approx(12.0 / 30));
  CHECK(w.measures.offered_load() == Approx(24.0 / 30));
  CHECK(w.measures.offered_packets() == 12);
}

TEST_CASE("occupancy is the same whether an engine knows which queues change", "[host]") {
  std::mt19937 random(1);
  for (const unsigned queues : {1U, 3U, 16U, 17U, 256U}) {
    Measures told(kPorts, queues, {}), asked(kPorts, queues, {});
    SwitchOutputs out{};
    out.occ_beats[queues] = out.occ_packets[queues] = 7;  // of no queue
    told.open(0, 0, 0, out);
    asked.open(0, 0, 0, out);
    for (std::uint64_t now = 0; now < 200; ++now) {
      out.touched_count = 0;
      ++out.occ_beats[queues];
      for (unsigned q = 0; q < queues; ++q) {
        const std::uint32_t beats = out.occ_beats[q], packets = out.occ_packets[q];
        if (random() % 4 == 0) out.occ_beats[q] = random() % 3;
        if (random() % 4 == 0) out.occ_packets[q] = random() % 3;
        if (out.occ_beats[q] != beats || out.occ_packets[q] != packets)
          out.touched[out.touched_count++] = static_cast<std::uint16_t>(q);
      }
      out.touched_known = true;
      told.cycle(now, out, 0);
      out.touched_known = false;
      asked.cycle(now, out, 0);
    }
    told.close(200, 0, 0, out);
    asked.close(200, 0, 0, out);
    CHECK(asked.occupancy_beats().bins() == told.occupancy_beats().bins());
    CHECK(asked.occupancy_packets().bins() == told.occupancy_packets().bins());
    for (unsigned q = 0; q < queues; ++q) CHECK(asked.queue_beats(q).bins() == told.queue_beats(q).bins());
  }
}

TEST_CASE("shares of the line rate count the links' beat times", "[host]") {
  Measures measures(2, 2, {2});
  SwitchOutputs out{};
  measures.open(0, 0, 0, out);
  for (std::uint64_t now = 0; now < 8; ++now) {
    measures.cycle(now, out, now % 4 == 0 ? 2 : 0);
    out.idle_with_work = now % 4 == 2 ? 0b01 : 0;  // of the cycle before
  }
  out.idle_with_work = 0;
  measures.close(8, 6, 6, out);
  measures.cycle(8, out, 0);
  CHECK(measures.throughput().mean == Approx(4.0 / 8));
  CHECK(measures.offered_load() == Approx(6.0 / 8));
  CHECK(measures.idle_with_work().mean == Approx(2.0 / 8));
}

TEST_CASE("latency runs from the first beat in to the last beat out, queueing to the first beat out",
          "[host]") {
  Window w;
  w.packet(0, 1, 4, 1);  // before the window
  w.open();
  w.packet(10, 11, 14, 1);  // straight through
  w.packet(10, 31, 34, 1);  // waited for 20 cycles
  w.cycle();
  w.close();
  w.packet(0, 100, 200, 1);  // after it
  CHECK(w.measures.delivered_packets() == 2);
  CHECK(w.measures.latency().mean() == 14);  // 4 and 24
  CHECK(w.measures.latency().max() == 24);
  CHECK(w.measures.queueing().mean() == 10);
  CHECK(w.measures.queueing().max() == 20);
}

TEST_CASE("occupancy is weighted by time, from the cycle that shows it", "[host]") {
  Window w(50);
  w.occupancy({4, 0, 0}, {2, 0, 0});
  w.open();
  w.cycles(10);
  w.occupancy({1, 3, 0}, {1, 3, 0});  // same total of beats, other queues
  w.cycles(30);
  w.occupancy({1, 9, 2}, {1, 4, 1});
  w.cycles(1);
  w.occupancy({0, 0, 0}, {0, 0, 0});
  w.cycles(59);
  w.close();
  const auto& total = w.measures.occupancy_beats();
  CHECK(total.total() == 100);
  CHECK(total.mean() == Approx((40 * 4 + 12) / 100.0));
  CHECK(total.quantile(0.5) == 0);
  CHECK(total.quantile(0.60) == 4);
  CHECK(total.quantile(0.99) == 4);  // 12 for one cycle in 100
  CHECK(total.max() == 12);
  CHECK(w.measures.occupancy_packets().mean() == Approx((10 * 2 + 30 * 4 + 6) / 100.0));
  CHECK(w.measures.occupancy_packets().max() == 6);
  const auto queue = [&](unsigned q) -> const Histogram& { return w.measures.queue_beats(q); };
  CHECK(queue(0).mean() == Approx((10 * 4 + 31) / 100.0));
  CHECK(queue(1).mean() == Approx((30 * 3 + 9) / 100.0));
  CHECK(queue(2).mean() == Approx(2 / 100.0));
  CHECK(queue(1).max() == 9);
  CHECK(queue(1).quantile(0.99) == 3);
}

TEST_CASE("what the switch held before the window counts only while it holds it", "[host]") {
  Window w;
  w.occupancy({8, 0, 0}, {8, 0, 0});
  w.open();
  w.occupancy({0, 0, 0}, {0, 0, 0});  // gone by the first cycle
  w.cycles(10);
  w.close();
  CHECK(w.measures.occupancy_beats().mean() == 0);
  CHECK(w.measures.occupancy_beats().max() == 0);
  CHECK(w.measures.occupancy_packets().max() == 0);
}

TEST_CASE("flags describe the cycle before the one in which they show", "[host]") {
  const auto fractions = [](unsigned shown_in) {
    Window w;
    for (unsigned n = 0; n < 12; ++n) {
      if (n == 1) w.open();  // cycles 1..10 count
      if (n == 11) w.close();
      w.out.blocked = w.out.blocked_backpressure = w.out.hol = n == shown_in ? 0b001 : 0;
      w.out.idle_with_work = n == shown_in ? 0b110 : 0;
      w.out.hol_victims[0] = 0b110;
      w.out.pool = w.out.hol;
      w.cycle();
    }
    CHECK(w.measures.backpressure().mean == w.measures.blocked().mean);
    CHECK(w.measures.hol().mean == w.measures.blocked().mean);
    CHECK(w.measures.pool().mean == w.measures.blocked().mean);
    CHECK(w.measures.idle_with_work().mean == 2 * w.measures.blocked().mean);
    return w.measures.blocked().mean;
  };
  CHECK(fractions(0) == 0);
  CHECK(fractions(1) == 0);  // tells of cycle 0
  CHECK(fractions(2) == Approx(1 / 30.0));
  CHECK(fractions(10) == Approx(1 / 30.0));
  CHECK(fractions(11) == Approx(1 / 30.0));  // tells of cycle 10
}

TEST_CASE("blame counts the blocking output, victims each starving one", "[host]") {
  Window w;
  w.open();
  w.cycle();
  w.out.blocked = 0b111;
  w.out.hol = 0b101;  // input 1 is blocked, but nobody starves for it
  w.out.blocked_by[0] = 1;
  w.out.blocked_by[1] = 1;
  w.out.blocked_by[2] = 0;
  w.out.hol_victims[0] = 0b101;
  w.out.hol_victims[2] = 0b100;
  w.cycles(2);
  w.out.blocked_by[2] = 1;
  w.cycle();
  w.close();
  using Matrix = std::vector<std::uint64_t>;
  CHECK(w.measures.blame() == Matrix{0, 3, 0, 0, 0, 0, 2, 1, 0});
  CHECK(w.measures.victims() == Matrix{3, 0, 3, 0, 0, 0, 0, 0, 3});
  CHECK(w.measures.blocked().mean == Approx(9 / 12.0));
  CHECK(w.measures.hol().mean == Approx(6 / 12.0));
}

TEST_CASE("pool blame counts the output that holds most, also over skipped cycles", "[host]") {
  Window w;
  w.open();
  w.cycle();
  w.out.pool = 0b110;
  w.out.pool_by[1] = 2;
  w.out.pool_by[2] = 0;
  w.cycles(2);
  w.measures.skip(w.now, 10, w.out, 0);
  w.now += 10;
  w.out.pool = 0b100;
  w.out.pool_by[2] = 1;
  w.cycle();
  w.close();
  CHECK(w.measures.pool_blame() == std::vector<std::uint64_t>{0, 0, 0, 0, 0, 12, 12, 1, 0});
  CHECK(w.measures.pool().mean == Approx(25 / 42.0));
  CHECK(w.measures.hol().mean == 0);
}

TEST_CASE("intervals are fed with stretches of 64 cycles", "[host]") {
  Window w(1000);
  w.open();
  // 160 stretches, in turn with 64 and with 32 beats of 192, and packets of latency 9 and 19.
  for (unsigned stretch = 0; stretch < 160; ++stretch) {
    for (unsigned n = 0; n < 64; ++n) {
      if (n == 7) w.packet(w.now, w.now + 1, w.now + (stretch % 2 == 0 ? 9 : 19), 1);
      w.cycle(stretch % 2 == 0 || n < 32 ? 1 : 0);
    }
  }
  w.close();
  const double t = 1.9750;  // 97.5 % quantile of Student's law for 159 degrees of freedom
  const double throughput_deviation = (64.0 - 32) / 192 / 2 * std::sqrt(160.0 / 159);
  CHECK(w.measures.batches(Measures::kThroughput).mean() == Approx(48.0 / 192));
  CHECK(w.measures.batches(Measures::kThroughput).ci95().value() ==
        Approx(t * throughput_deviation / std::sqrt(160.0)).epsilon(0.004));
  CHECK(w.measures.batches(Measures::kLatency).mean() == Approx(14));
  CHECK(w.measures.batches(Measures::kLatency).ci95().value() ==
        Approx(t * 5 * std::sqrt(160.0 / 159) / std::sqrt(160.0)).epsilon(0.004));
  CHECK(w.measures.batches(Measures::kQueueing).mean() == 0);
}

TEST_CASE("drops are counted in the window, by cause and queue, with an interval", "[host]") {
  Measures measures(kPorts, kPorts, {1, true});
  SwitchOutputs out{};
  out.drop_full[1] = 5;  // before the window
  out.drop_misrouted[2] = 1;
  measures.open(0, 0, 0, out);
  constexpr std::uint64_t kCycles = 64 * 200;
  for (std::uint64_t now = 0; now < kCycles; ++now) {
    measures.cycle(now, out, 0);
    if (now % 128 < 64) ++out.drop_full[0];  // every other stretch loses
    if (now % 640 == 0) ++out.drop_full[2];
  }
  out.drop_misrouted[0] = 4;
  measures.close(kCycles, 12800, 12800, out);
  CHECK(measures.losses().full_per_queue() == std::vector<std::uint64_t>{6400, 0, 20});
  CHECK(measures.losses().full() == 6420);
  CHECK(measures.losses().misrouted() == 4);
  CHECK(measures.loss().mean == Approx(6424 / 12800.0));
  CHECK(measures.loss().ci95.value() > 0);
  CHECK(measures.batches(Measures::kDropped).mean() == Approx(6420.0 / kCycles).epsilon(0.01));
}

TEST_CASE("drops that a switch shows in a cycle are those up to the cycle before", "[host]") {
  // Of cycles 0 to 9 each drops a packet, which counters show from the next cycle on.
  for (const bool skips : {false, true}) {
    for (std::uint64_t first = 0; first < 10; ++first) {
      CAPTURE(skips, first);
      Measures measures(kPorts, kPorts, {1, true});
      SwitchOutputs before{};
      for (std::uint64_t now = 0; now < 13; ++now) {
        SwitchOutputs out{};
        out.drop_full[0] = out.drop_misrouted[1] =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(now, 10));
        if (now == first) measures.open(now, 0, 0, before);
        if (now == first + 2) measures.close(now, 100, 100, before);
        if (skips && (now == first || now == first + 2))
          measures.skip(now, 1, out, 0);
        else
          measures.cycle(now, out, 0);
        before = out;
      }
      const std::uint64_t dropped = first == 9 ? 1 : 2;
      CHECK(measures.losses().full() == dropped);
      CHECK(measures.losses().misrouted() == dropped);
    }
  }
}

TEST_CASE("drops are counted across the end of the counters' 32 bits", "[host]") {
  Measures measures(kPorts, kPorts, {1, true});
  SwitchOutputs out{};
  out.drop_full[0] = out.drop_full[1] = 0U - 100;
  out.drop_misrouted[2] = 0U - 3;
  measures.open(0, 0, 0, out);
  constexpr std::uint64_t kCycles = 64 * 160;
  for (std::uint64_t now = 0; now < kCycles; ++now) {
    measures.cycle(now, out, 0);
    ++out.drop_full[now % 64 < 32 ? 0 : 2];
  }
  out.drop_misrouted[2] += 7;
  measures.close(kCycles, 6400, 6400, out);
  CHECK(measures.losses().full_per_queue() == std::vector<std::uint64_t>{kCycles / 2, 0, kCycles / 2});
  CHECK(measures.losses().full() == kCycles);
  CHECK(measures.losses().misrouted() == 7);
  CHECK(measures.batches(Measures::kDropped).mean() == Approx(1).epsilon(0.01));
  CHECK(measures.loss().ci95.value() < 0.01);
}

TEST_CASE("the means of flags and occupancy have intervals about themselves", "[host]") {
  Window w;
  w.open();
  for (unsigned n = 0; n < 64 * 128; ++n) {
    const bool second = n / 64 % 2 != 0;
    w.out.blocked = w.out.hol = w.out.pool = second ? 0b001 : 0b011;
    w.out.blocked_backpressure = w.out.idle_with_work = second ? 0b110 : 0b000;
    w.occupancy({second ? 2U : 6U, 0, 0}, {1, 0, 0});
    w.cycle();
  }
  w.close();
  CHECK(w.measures.batches(Measures::kBlocked).mean() == Approx(w.measures.blocked().mean).epsilon(0.01));
  CHECK(w.measures.batches(Measures::kHol).mean() == Approx(w.measures.hol().mean).epsilon(0.01));
  CHECK(w.measures.batches(Measures::kPool).mean() == Approx(w.measures.pool().mean).epsilon(0.01));
  CHECK(w.measures.batches(Measures::kPool).ci95() == w.measures.batches(Measures::kHol).ci95());
  CHECK(w.measures.batches(Measures::kBackpressure).mean() ==
        Approx(w.measures.backpressure().mean).epsilon(0.01));
  CHECK(w.measures.batches(Measures::kIdleWithWork).mean() ==
        Approx(w.measures.idle_with_work().mean).epsilon(0.01));
  CHECK(w.measures.batches(Measures::kOccupancyBeats).mean() == Approx(w.measures.occupancy_beats().mean()));
  CHECK(w.measures.batches(Measures::kOccupancyBeats).mean() == 4);
  CHECK(w.measures.batches(Measures::kOccupancyBeats).ci95().value() > 0);
  CHECK(w.measures.batches(Measures::kOccupancyPackets).mean() == 1);
}

TEST_CASE("cycles skipped give the batches that the same cycles give one by one", "[host]") {
  // Queue 0 grows by 2 a cycle, queue 1 shrinks by 1, over more than two stretches, from within one.
  const auto run = [](bool skip) {
    Measures measures(kPorts, kPorts, {});
    SwitchOutputs out{};
    out.occ_beats[1] = 500;
    out.occ_packets[0] = out.occ_packets[1] = 1;
    out.idle_with_work = 0b100;
    measures.open(0, 0, 0, out);
    for (std::uint64_t now = 0; now < 30; ++now) measures.cycle(now, out, 1);
    if (skip) {
      out.occ_beats[0] += 2 * 150;
      out.occ_beats[1] -= 150;
      measures.skip(30, 150, out, 2);
    } else {
      for (std::uint64_t now = 30; now < 180; ++now) {
        out.occ_beats[0] += 2;
        out.occ_beats[1] -= 1;
        measures.cycle(now, out, 2);
      }
    }
    for (std::uint64_t now = 180; now < 64 * 1000; ++now) measures.cycle(now, out, 1);
    measures.close(64 * 1000, 0, 0, out);
    return measures;
  };
  const Measures quick = run(true);
  const Measures slow = run(false);
  CHECK(quick.throughput().mean == slow.throughput().mean);
  CHECK(quick.occupancy_beats().mean() == slow.occupancy_beats().mean());
  CHECK(quick.occupancy_beats().quantile(0.5) == slow.occupancy_beats().quantile(0.5));
  CHECK(quick.idle_with_work().mean == slow.idle_with_work().mean);
  const auto same = [](const BatchMeans& a, const BatchMeans& b) {
    CHECK(a.mean() == b.mean());
    CHECK(a.ci95());
    CHECK(a.ci95() == b.ci95());
  };
  same(quick.batches(Measures::kThroughput), slow.batches(Measures::kThroughput));
  same(quick.batches(Measures::kOccupancyBeats), slow.batches(Measures::kOccupancyBeats));
  same(quick.batches(Measures::kOccupancyPackets), slow.batches(Measures::kOccupancyPackets));
  same(quick.batches(Measures::kIdleWithWork), slow.batches(Measures::kIdleWithWork));
}

TEST_CASE("cycles skipped as soon as the window opens count like the same cycles one by one", "[host]") {
  // Flags of the cycle before the window show in its first cycle, which may be the first of those skipped.
  const auto run = [](bool skip, unsigned before) {
    Measures measures(kPorts, kPorts, {});
    SwitchOutputs out{};
    out.occ_beats[0] = 10;
    out.blocked = out.hol = out.idle_with_work = 0b001;
    out.blocked_backpressure = 0b010;
    out.blocked_by[0] = 2;
    out.hol_victims[0] = 0b010;
    measures.cycle(99, out, 1);
    measures.open(100, 0, 0, out);
    for (std::uint64_t now = 100; now < 100 + before; ++now) measures.cycle(now, out, 1);
    constexpr std::uint64_t kSkipped = 200;
    std::uint64_t now = 100 + before;
    if (skip) {
      out.occ_beats[0] += kSkipped;
      measures.skip(now, kSkipped, out, 1);
      now += kSkipped;
    } else {
      for (const std::uint64_t end = now + kSkipped; now < end; ++now) {
        ++out.occ_beats[0];
        measures.cycle(now, out, 1);
      }
    }
    for (; now < 100 + 64 * 130; ++now) measures.cycle(now, out, 1);
    measures.close(now, 0, 0, out);
    return measures;
  };
  const unsigned before = GENERATE(0U, 1U, 63U, 64U);
  CAPTURE(before);
  const Measures quick = run(true, before);
  const Measures slow = run(false, before);
  CHECK(slow.throughput().mean == Approx(1.0 / kPorts));
  CHECK(quick.throughput().mean == slow.throughput().mean);
  CHECK(quick.blocked().mean == slow.blocked().mean);
  CHECK(quick.backpressure().mean == slow.backpressure().mean);
  CHECK(quick.hol().mean == slow.hol().mean);
  CHECK(quick.idle_with_work().mean == slow.idle_with_work().mean);
  CHECK(quick.blame() == slow.blame());
  CHECK(quick.victims() == slow.victims());
  for (const double share : {0.25, 0.5, 0.99}) {
    CHECK(quick.occupancy_beats().quantile(share) == slow.occupancy_beats().quantile(share));
    CHECK(quick.queue_beats(0).quantile(share) == slow.queue_beats(0).quantile(share));
  }
  CHECK(quick.occupancy_beats().mean() == slow.occupancy_beats().mean());
  CHECK(quick.batches(Measures::kHol).mean() == slow.batches(Measures::kHol).mean());
  CHECK(quick.batches(Measures::kOccupancyBeats).mean() == slow.batches(Measures::kOccupancyBeats).mean());
}

TEST_CASE("the occupancy is sampled on request, from the window's first cycle on", "[host]") {
  Measures measures(2, 2, {1, false, 10});
  SwitchOutputs out{};
  for (std::uint64_t now = 0; now < 7; ++now) measures.cycle(now, out, 0);
  measures.open(7, 0, 0, out);
  CHECK(measures.skippable(7) == 0);
  for (std::uint64_t now = 7; now < 40; ++now) {
    out.occ_beats[1] = static_cast<std::uint32_t>(now);
    out.occ_packets[0] = 1;
    measures.cycle(now, out, 0);
  }
  CHECK(measures.skippable(40) == 7);
  measures.close(40, 0, 0, out);
  for (std::uint64_t now = 40; now < 60; ++now) measures.cycle(now, out, 0);
  CHECK(measures.series().period == 10);
  CHECK(measures.series().first_cycle == 7);
  CHECK(measures.series().beats == std::vector<std::uint32_t>{7, 17, 27, 37});
  CHECK(measures.series().packets == std::vector<std::uint32_t>{1, 1, 1, 1});
  CHECK(measures.series().queue_beats.at(2) == std::vector<std::uint32_t>{0, 27});
}
