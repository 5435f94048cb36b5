// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/link_flows.h"

#include <deque>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kOut = 1, kIn = 2;  // ports of the link's ends

/// A link, beat by beat.
struct SlowLink {
  explicit SlowLink(const FabricLink& link)
      : latency(link.latency), period(link.period), spare(link.credit_beats()) {}
  std::uint64_t latency, period, spare;
  std::deque<std::uint64_t> beats, credits;

  bool ready(std::uint64_t now) {
    for (; !credits.empty() && credits.front() <= now; ++spare) credits.pop_front();
    return spare > 0 && now % period == 0;
  }
  void send(std::uint64_t now) {
    --spare;
    beats.push_back(now + latency);
  }
  [[nodiscard]] bool wet(std::uint64_t now) const { return !beats.empty() && beats.front() <= now; }
  void take(std::uint64_t now) {
    beats.pop_front();
    credits.push_back(now + latency);
  }
};

/// An end of the link that hears of beats only when others move than in the cycle before, and looks only when
/// it must.
class IdleEnd {
 public:
  LinkFlows flows;

  void look(std::uint64_t now, std::uint64_t period) {
    if (now < flows.quiet_until(now) && period == 1) return;
    ++looks_;
    flows.look(now);
  }
  /// `once`: each by itself.
  void moved(PortMask accepted, PortMask delivered, bool once, std::uint64_t now) {
    const PortMask in = once ? 0 : accepted, out = once ? 0 : delivered;
    if (in != accepted_ || out != delivered_) flows.moved(in, out, now);
    accepted_ = in;
    delivered_ = out;
    if (once) flows.moved_once(accepted, delivered, now);
  }
  [[nodiscard]] unsigned looks() const { return looks_; }

 private:
  PortMask accepted_ = 0, delivered_ = 0;
  unsigned looks_ = 0;
};

}  // namespace

TEST_CASE("beats and credits of flows, and of packets of one beat, are those counted one by one") {
  const unsigned single = GENERATE(0, 1, 2);  // of two beats so many are packets by themselves
  for (const std::uint64_t period : {1U, 3U}) {
    for (const std::uint64_t latency : {1U, 2U, 7U, 40U, 64U, 200U}) {
      for (const unsigned stop : {3U, 12U, 200U}) {  // the mean flow without a stop at one of the ends
        CAPTURE(single, period, latency, stop);
        FabricLink link({latency, static_cast<unsigned>(period)}, kOut, 1, kIn);
        SlowLink slow(link);
        IdleEnd sender, receiver;
        Announced announced;
        sender.flows.add_out(link, receiver.flows);
        receiver.flows.add_in(link, sender.flows);
        sender.flows.announce_to(announced);
        receiver.flows.announce_to(announced);
        RandomStream random(latency, StreamPurpose::Test, stop);
        std::uint64_t sent = 0, received = 0;
        bool sends = false, takes = false;
        // Each end runs ahead of the other by the latency, as far as it may.
        std::uint64_t sender_now = 0, receiver_now = 0;
        while (receiver_now < 6000) {
          for (; sender_now < receiver_now + latency; ++sender_now) {
            if (random.below(stop) == 0) sends = !sends;
            sender.look(sender_now, period);
            REQUIRE(sender.flows.ready(sender_now) == (slow.ready(sender_now) ? bit(kOut) : 0));
            const PortMask out = sends ? sender.flows.ready(sender_now) : 0;
            if (out != 0) {
              slow.send(sender_now);
              ++sent;
            }
            sender.moved(0, out, random.below(2) < single, sender_now);
          }
          for (; receiver_now < sender_now + latency; ++receiver_now) {
            if (random.below(stop) == 0) takes = !takes;
            receiver.look(receiver_now, period);
            REQUIRE(receiver.flows.wet() == (slow.wet(receiver_now) ? bit(kIn) : 0));
            const PortMask in = takes ? receiver.flows.wet() : 0;
            if (in != 0) {
              slow.take(receiver_now);
              ++received;
            }
            receiver.moved(in, 0, random.below(2) < single, receiver_now);
          }
        }
        CHECK(received > 200);
        CHECK(sent - received <= link.credit_beats());
        // What lasts needs no look.
        if (single == 0 && period == 1 && latency == 40 && stop == 200)
          CHECK(sender.looks() + receiver.looks() < 600);
      }
    }
  }
}

TEST_CASE("a beat on its way is announced to a switch that may sleep, and what changes of flows") {
  FabricLink link({5, 1}, kOut, 1, kIn);
  LinkFlows sender, receiver;
  Announced to_sender, to_receiver;
  sender.add_out(link, receiver);
  receiver.add_in(link, sender);
  sender.announce_to(to_sender);
  receiver.announce_to(to_receiver);
  sender.look(10);
  sender.moved(0, bit(kOut), 10);
  CHECK(to_receiver.first == 15);
  to_receiver = {};
  CHECK(receiver.next_arrival(11) == 15);
  CHECK(sender.quiet_until(11) == 20);  // 10 credits
  receiver.look(15);
  CHECK(receiver.wet() == bit(kIn));
  receiver.moved(bit(kIn), 0, 15);
  CHECK(receiver.quiet_until(16) == LinkFlows::kNever);
  CHECK(to_receiver.first == LinkFlows::kNever);
  sender.look(20);
  CHECK(sender.ready(20) == bit(kOut));  // the first credit is back, and more will be
  CHECK(sender.quiet_until(21) == LinkFlows::kNever);
  sender.moved(0, 0, 23);
  CHECK(to_receiver.first == 28);
  CHECK(receiver.quiet_until(24) == 28);
  receiver.look(28);
  CHECK(receiver.wet() == 0);
  CHECK(to_sender.first == LinkFlows::kNever);
  sender.look(28);
  CHECK(sender.ready(28) == bit(kOut));

  // Of an empty switch only arrivals matter.
  to_receiver = {LinkFlows::kNever, false};
  sender.moved(0, bit(kOut), 30);
  CHECK(to_receiver.first == 35);
  receiver.look(35);
  receiver.moved(bit(kIn), 0, 35);
  to_receiver.first = LinkFlows::kNever;
  sender.moved(0, 0, 33);
  CHECK(to_receiver.first == LinkFlows::kNever);
  CHECK(receiver.quiet_until(36) == 38);
}
