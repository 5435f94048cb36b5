// SPDX-License-Identifier: Apache-2.0
// Where complete exchange stops working, as in section 4.3 of Tam & Wang (2000): at a smaller scale than
// experiments/tam-wang-collapse.toml. A FIFO gains (g_r - g_s) / g_r = 1/192 of a packet with each packet of
// a round; one of 20 packets has no room for the next when it holds more than 19, after 192 * 19 = 3648
// packets: k = 243.2 for sync-shuffle (15 k packets a round), 729.6 for group-shuffle (5 k). In group-shuffle
// a window of W packets stops that at (5 W - 3) / 2 packets: below 19 for W = 6, not for W = 12.
#include "tests/catch.h"
#include "tests/testbenches/results/measured.h"

using namespace xb;

namespace {

constexpr unsigned kRanks = 16;
const Keys kSetting =
    "cluster tam-326, switch input, depth 3800, flow drop, reliability go-back-n, send-window 12, "
    "timeout 100ms, ack-delay 10ms, host-delay exponential:5us";

RunResult exchange(const std::string& schedule, unsigned k, Keys others = {}) {
  others["schedule"] = schedule;
  others["packets-per-message"] = std::to_string(k);
  return measured(kSetting, others);
}

/// Every frame is accounted for. What was delivered besides the packets of the exchange and those that hosts
/// discarded are acknowledgements; the switch may have lost some, or hold some at the end. (That a process
/// gets each packet once and in order the run itself checks; it would not end otherwise.)
bool adds_up(const RunResult& r, unsigned k) {
  const HostCounters& h = *r.hosts;
  const std::uint64_t exchanged = std::uint64_t{k} * kRanks * (kRanks - 1);
  const std::uint64_t besides_acks = exchanged + h.discarded_out_of_order + h.discarded_no_room;
  return r.offered_packets == exchanged + h.retransmitted_packets + h.ack_frames &&
         r.offered_packets >= r.delivered_packets + r.lost_packets &&
         r.offered_packets <= r.delivered_packets + r.lost_packets + kRanks &&
         r.delivered_packets >= besides_acks && r.delivered_packets <= besides_acks + h.ack_frames;
}

}  // namespace

TEST_CASE("FIFO inputs: a long synchronous shuffle collapses, other exchanges of that length do not",
          "[testbenches]") {
  const RunResult sync = exchange("sync-shuffle", 320);
  CAPTURE(*sync.completion_over_ideal, sync.loss.mean, sync.hol.mean);
  CHECK(*sync.completion_over_ideal > 1.5);
  CHECK(sync.loss.mean > 0.01);
  CHECK(sync.hol.mean > 0.01);
  CHECK(sync.hosts->retransmitted_packets > 320 * kRanks * (kRanks - 1) / 100);
  CHECK(adds_up(sync, 320));
  for (const char* other : {"group-shuffle", "pairwise", "shift"}) {
    const RunResult r = exchange(other, 320);
    CAPTURE(other, *r.completion_over_ideal);
    CHECK(*r.completion_over_ideal < 1.5);
    CHECK(r.lost_packets == 0);
    CHECK(r.hosts->time_outs == 0);
    CHECK(adds_up(r, 320));
  }
}

TEST_CASE("FIFO inputs: losses begin where a round's surplus fills the FIFO", "[testbenches]") {
  CHECK(exchange("sync-shuffle", 238).lost_packets == 0);
  CHECK(exchange("sync-shuffle", 248).lost_packets > 0);
  CHECK(exchange("group-shuffle", 714).lost_packets == 0);
  CHECK(exchange("group-shuffle", 744).lost_packets > 0);
}

TEST_CASE("FIFO inputs: under a small window group-shuffle works until the hosts' memory ends",
          "[testbenches][long]") {
  // Blocks of 2 x 15 x 744 packets fit, those of 800 do not.
  const Keys setting = "send-window 6, memory 38MB, system-memory 4MB, paging 50ms:5ms";
  const RunResult sync = exchange("sync-shuffle", 320, setting);
  CHECK(*sync.completion_over_ideal > 1.5);
  CHECK(sync.hosts->paging_hosts == 0);
  const RunResult fits = exchange("group-shuffle", 744, setting);
  CHECK(*fits.completion_over_ideal < 1.01);
  CHECK(fits.lost_packets == 0);
  CHECK(fits.hosts->paging_hosts == 0);
  CHECK(fits.hosts->block_bytes == 2 * 15 * 744 * 1492);
  const RunResult pages = exchange("group-shuffle", 800, setting);
  CHECK(*pages.completion_over_ideal > 1.5);
  CHECK(pages.lost_packets > 0);
  CHECK(pages.hosts->paging_hosts == kRanks);
  CHECK(adds_up(pages, 800));
  const RunResult pairwise = exchange("pairwise", 800, setting);
  CHECK(*pairwise.completion_over_ideal > 1.1);
  CHECK(*pairwise.completion_over_ideal < 1.5);
  CHECK(pairwise.lost_packets == 0);
}

TEST_CASE("a shared memory of the same size loses packets, too, and does not collapse", "[testbenches]") {
  const RunResult r = exchange("sync-shuffle", 320, "switch shared, depth 60800");
  CAPTURE(*r.completion_over_ideal, r.loss.mean);
  CHECK(*r.completion_over_ideal < 1.5);
  CHECK(r.lost_packets > 0);
  CHECK(r.loss.mean < 0.01);
  CHECK(r.hol.mean == 0);
  CHECK(adds_up(r, 320));
}

TEST_CASE("without random delays FIFO inputs overflow and recover", "[testbenches]") {
  const RunResult r = exchange("sync-shuffle", 320, "host-delay none");
  CAPTURE(*r.completion_over_ideal, r.loss.mean);
  CHECK(r.lost_packets > 0);
  CHECK(*r.completion_over_ideal < 1.5);
  CHECK(r.hol.mean < 0.001);
}

TEST_CASE("a crowded network gets rid of packets that come again too early", "[long][testbenches]") {
  const RunResult r = measured(
      "topology irregular(10,128,1), schedule combining, packet 24, packets-per-message 4, "
      "flow drop, depth 256, reliability go-back-n");
  CHECK(r.completion_cycles);
  CHECK(r.hosts->time_outs > 1000);
}
