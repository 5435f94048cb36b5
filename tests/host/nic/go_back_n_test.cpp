// SPDX-License-Identifier: Apache-2.0
#include "host/nic/go_back_n.h"

#include "tests/catch.h"

using namespace xb;

namespace {

constexpr GoBackNSettings kSettings{true, 1000, 50, 8};

/// One end, with partner 1; the test is the link.
struct End : GoBackN {
  explicit End(const GoBackNSettings& settings = kSettings) : GoBackN(2, settings) {}

  void send(std::uint32_t index) { keep(1, {7, index, 4}); }
  /// PacketNumbers of the packets that leave in the places at hand.
  std::vector<std::uint32_t> leave(unsigned places, std::uint64_t now) {
    std::vector<std::uint32_t> numbers;
    KeptPacket packet{};
    PacketNote note;
    for (unsigned n = 0; n < places; ++n) {
      if (!take(1, now, packet, note)) continue;
      CHECK(note.message == 7);
      CHECK(note.index == note.sequence);  // as they were kept
      numbers.push_back(note.sequence);
    }
    return numbers;
  }
  /// Partners to resend to, and to acknowledge, at `now`.
  std::pair<unsigned, unsigned> expired(std::uint64_t now) {
    std::pair<unsigned, unsigned> count;
    const auto resend = [&](unsigned) { ++count.first; };
    const auto acknowledge = [&](unsigned) { ++count.second; };
    expire(now, resend, acknowledge);
    return count;
  }
};

using PacketNumbers = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("packets leave in order and are kept until acknowledged", "[host]") {
  End end;
  for (std::uint32_t n = 0; n < 3; ++n) end.send(n);
  CHECK(end.leave(3, 10) == PacketNumbers{0, 1, 2});
  CHECK(end.unacknowledged(1) == 3);
  CHECK(end.acknowledge(1, 2, 20) == 2);
  CHECK(end.acknowledge(1, 2, 21) == 0);  // no news
  CHECK(end.acknowledge(1, 1, 22) == 0);  // old
  CHECK(end.unacknowledged(1) == 1);
}

TEST_CASE("after a time-out everything goes again from the oldest unacknowledged on", "[host]") {
  End end;
  for (std::uint32_t n = 0; n < 4; ++n) end.send(n);
  CHECK(end.leave(3, 10) == PacketNumbers{0, 1, 2});
  CHECK(end.next_timer() == 1010);
  end.acknowledge(1, 1, 100);
  CHECK(end.next_timer() == 1100);  // counts anew with each acknowledgement
  CHECK(end.expired(1099) == std::pair{0U, 0U});
  CHECK(end.expired(1100) == std::pair{1U, 0U});
  CHECK(end.owed(1) == 2);
  // A place of the fourth packet is still in the ring.
  CHECK(end.leave(1, 1110) == PacketNumbers{1});
  for (int n = 0; n < 2; ++n) end.place_given(1);
  CHECK(end.leave(2, 1120) == PacketNumbers{2, 3});
  CHECK(end.counters().retransmitted_packets == 2);
  CHECK(end.counters().time_outs == 1);
}

TEST_CASE("packets sent meanwhile do not put the time-out off", "[host]") {
  End end;
  for (std::uint32_t n = 0; n < 3; ++n) end.send(n);
  CHECK(end.leave(1, 10) == PacketNumbers{0});
  CHECK(end.leave(1, 500) == PacketNumbers{1});
  CHECK(end.next_timer() == 1010);  // of the oldest
  CHECK(end.expired(1009) == std::pair{0U, 0U});
  CHECK(end.expired(1010) == std::pair{1U, 0U});
  CHECK(end.owed(1) == 2);
}

TEST_CASE("what arrives after all does not go again", "[host]") {
  End end;
  for (std::uint32_t n = 0; n < 3; ++n) end.send(n);
  end.leave(3, 10);
  end.expired(1010);
  CHECK(end.owed(1) == 3);
  end.place_given(1);
  CHECK(end.acknowledge(1, 3, 1020) == 3);  // the acknowledgement was slow
  CHECK(end.owed(1) == 0);
  CHECK(end.leave(1, 1030).empty());  // a place too many
  CHECK(end.next_timer() == GoBackN::kNever);
}

TEST_CASE("time-outs in a row count until an acknowledgement comes", "[host]") {
  End end;
  end.send(0);
  std::uint64_t now = 0;
  for (unsigned n = 1; n <= 3; ++n) {
    end.leave(1, now);
    end.expired(now += 1000);
    end.place_given(1);
    CHECK(end.time_outs_in_a_row() == n);
  }
  end.leave(1, now);
  end.acknowledge(1, 1, now);
  CHECK(end.time_outs_in_a_row() == 0);
}

TEST_CASE("time-outs in a row get longer from the 33rd on where that is asked for, until there is news",
          "[host]") {
  GoBackNSettings settings = kSettings;
  settings.backs_off = true;
  for (const bool backs_off : {false, true}) {
    End end(backs_off ? settings : kSettings);
    end.send(0);
    end.send(1);
    std::uint64_t now = 10;
    std::vector<std::uint64_t> waits;
    while (waits.size() < 41) {
      end.leave(2, now);
      waits.push_back(end.next_timer() - now);
      now = end.next_timer();
      CHECK(end.expired(now).first == 1);
    }
    std::vector<std::uint64_t> want(33, 1000);
    for (const unsigned times : {2, 4, 8, 16, 32, 64, 64, 64})
      want.push_back(backs_off ? times * 1000 : 1000);
    CHECK(waits == want);
    end.leave(2, now);
    CHECK(end.acknowledge(1, 1, now + 5) == 1);
    CHECK(end.next_timer() == now + 1005);
  }
}

TEST_CASE("slow start: the window grows by what is acknowledged, then by one a round trip", "[host]") {
  GoBackNSettings settings = kSettings;
  settings.initial_window = 2;
  End end(settings);
  std::uint32_t sent = 0;
  std::uint64_t now = 10;
  // Sends what the window allows, and has it acknowledged: a round trip.
  const auto round_trip = [&] {
    const std::uint32_t before = sent;
    while (end.window_open(1)) end.send(sent++);
    end.leave(sent - before, now);
    end.acknowledge(1, sent, now += 100);
    return sent - before;
  };
  CHECK(end.window_open(1));
  for (const unsigned packets : {2U, 4U, 8U, 16U}) CHECK(round_trip() == packets);
  // All 32 of the next are lost: one at a time, then up to half of them, then one more each time.
  while (end.window_open(1)) end.send(sent++);
  CHECK(sent == 30 + 32);
  end.leave(32, now);
  CHECK(end.expired(now += 1000).first == 1);
  CHECK(end.owed(1) == 32);
  std::uint32_t arrived = 30;
  std::vector<unsigned> windows;
  while (end.owed(1) > 0) {
    unsigned resent = 0;
    for (; end.owed(1) > 0 && end.window_open(1); ++resent) end.place_given(1);
    end.leave(resent, now);
    end.acknowledge(1, arrived += resent, now += 100);
    windows.push_back(resent);
  }
  CHECK(windows == std::vector<unsigned>{1, 2, 4, 8, 16, 1});
  CHECK(round_trip() == 17);
  CHECK(round_trip() == 18);
}

namespace {

/// A sender with DCTCP's windows, and how many of a round trip's packets come marked.
struct MarkedFlow {
  explicit MarkedFlow(double gain) : end(with(gain)) {}

  static GoBackNSettings with(double gain) {
    GoBackNSettings settings = kSettings;
    settings.initial_window = 64;
    settings.dctcp_gain = gain;
    return settings;
  }
  /// Sends what the window allows, and has it acknowledged packet by packet, the last `marked` with a mark.
  unsigned round_trip(unsigned marked) {
    const std::uint32_t before = sent;
    while (end.window_open(1)) end.send(sent++);
    end.leave(sent - before, now);
    for (std::uint32_t n = before; n < sent; ++n) {
      if (n + marked >= sent) ++marks;
      end.acknowledge(1, n + 1, ++now, marks);
    }
    return sent - before;
  }

  End end;
  std::uint32_t sent = 0, marks = 0;
  std::uint64_t now = 10;
};

}  // namespace

TEST_CASE("DCTCP: a window loses alpha / 2 of itself, once a round trip however many packets are marked",
          "[host]") {
  MarkedFlow flow(0.5);
  CHECK(flow.round_trip(0) == 64);
  // Slow start has doubled it. A first acknowledgement ends a round trip of its own: alpha has halved twice.
  CHECK(flow.round_trip(5) == 128);
  CHECK(flow.end.counters().window_cuts == 1);
  const double alpha = 0.25;
  CHECK(flow.round_trip(0) == Approx((256 - 4) * (1 - alpha / 2)).margin(2));
  CHECK(flow.end.counters().window_cuts == 1);
  const unsigned window = flow.round_trip(0);
  CHECK(flow.round_trip(0) == window + 1);  // from the cut on one more a round trip
}

TEST_CASE("DCTCP: alpha becomes the share of marked packets", "[host]") {
  MarkedFlow flow(0.0625);
  const auto mean_alpha = [&](unsigned round_trips, double share) {
    const HostCounters before = flow.end.counters();
    unsigned window = 64;
    for (unsigned n = 0; n < round_trips; ++n)
      window = flow.round_trip(static_cast<unsigned>(share * window));
    const HostCounters& after = flow.end.counters();
    return (after.alpha_sum - before.alpha_sum) / static_cast<double>(after.round_trips - before.round_trips);
  };
  mean_alpha(7, 0);
  mean_alpha(100, 0.25);
  CHECK(mean_alpha(50, 0.25) == Approx(0.25).margin(0.06));
  mean_alpha(100, 0);
  CHECK(mean_alpha(50, 0) < 0.01);  // and falls where none is
}

TEST_CASE("without DCTCP marks change no window", "[host]") {
  MarkedFlow flow(0);
  for (const unsigned packets : {64U, 128U, 256U, 512U}) CHECK(flow.round_trip(packets) == packets);
  CHECK(flow.end.counters().window_cuts == 0);
}

TEST_CASE("an acknowledgement tells how many packets before it came marked", "[host]") {
  End end;
  PacketNote note;
  for (unsigned n = 0; n < 6; ++n) end.accept(1, 5, n % 2 == 0);
  end.send(0);
  KeptPacket packet{};
  REQUIRE(end.take(1, 10, packet, note));
  CHECK(note.acknowledged == 6);
  CHECK(note.acknowledged_marks == 3);
  CHECK_FALSE(note.marked);
}

TEST_CASE("without slow start a window is always open", "[host]") {
  End end;
  for (std::uint32_t n = 0; n < 1000; ++n) end.send(n);
  CHECK(end.window_open(1));
}

TEST_CASE("packets are due in order only", "[host]") {
  End end;
  CHECK(end.is_due(1, 0));
  CHECK_FALSE(end.is_due(1, 1));
  end.accept(1, 5);
  CHECK(end.is_due(1, 1));
  CHECK_FALSE(end.is_due(1, 0));
}

TEST_CASE("an acknowledgement rides on a packet to the partner", "[host]") {
  End end;
  end.accept(1, 5);
  end.accept(1, 6);
  end.send(0);
  KeptPacket packet{};
  PacketNote note;
  REQUIRE(end.take(1, 20, packet, note));
  CHECK(note.acknowledged == 2);
  CHECK(end.expired(500) == std::pair{0U, 0U});
}

TEST_CASE("an acknowledgement that finds no packet goes alone after its delay", "[host]") {
  End end;
  PacketNote note;
  end.accept(1, 5);
  CHECK(end.next_timer() == 55);
  CHECK(end.expired(54) == std::pair{0U, 0U});
  CHECK(end.expired(55) == std::pair{0U, 1U});
  REQUIRE(end.take_ack(1, note));
  CHECK(note.message == PacketNote::kNoMessage);
  CHECK(note.acknowledged == 1);
  CHECK_FALSE(end.take_ack(1, note));
  CHECK(end.counters().ack_frames == 1);
}

TEST_CASE("four packets are acknowledged at once", "[host]") {
  End end;
  for (std::uint64_t n = 0; n < 4; ++n) end.accept(1, 10 + n);
  CHECK(end.expired(13) == std::pair{0U, 1U});
}

TEST_CASE("an acknowledgement that was to go alone may still find a packet", "[host]") {
  End end;
  end.accept(1, 5);
  CHECK(end.expired(55) == std::pair{0U, 1U});
  end.send(0);
  end.leave(1, 60);
  PacketNote note;
  CHECK_FALSE(end.take_ack(1, note));
  CHECK(end.counters().ack_frames == 0);
}

TEST_CASE("a packet that comes again is acknowledged again", "[host]") {
  End end;
  PacketNote note;
  end.accept(1, 5);
  end.expired(55);
  end.take_ack(1, note);
  end.repeat_ack(1, 100);
  CHECK(end.expired(150) == std::pair{0U, 1U});
  REQUIRE(end.take_ack(1, note));
  CHECK(note.acknowledged == 1);
}
