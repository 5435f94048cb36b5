// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/link_flows.h"

#include <memory>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// One end, which hears of beats that move only when it has to: when others move, or at the cycle it named.
class QuietEnd {
 public:
  void moved(LinkFlows& end, PortMask accepted, PortMask delivered, std::uint64_t now) {
    if (accepted == accepted_ && delivered == delivered_ && now + 1 < until_) return;
    ++calls_;
    accepted_ = accepted;
    delivered_ = delivered;
    until_ = end.moved(accepted, delivered, now, 1);
  }
  [[nodiscard]] unsigned calls() const { return calls_; }

 private:
  PortMask accepted_ = 0, delivered_ = 0;
  std::uint64_t until_ = 0;
  unsigned calls_ = 0;
};

/// A link whose ends are counted beat by beat, or window by window.
struct FlowEnds {
  FlowEnds(std::uint64_t latency, std::uint64_t period)
      : link({latency, static_cast<unsigned>(period)}, 1, 1, 2) {
    sender.add_out(link, receiver);
    receiver.add_in(link, sender);
    sender.announce_to(told);
    receiver.announce_to(told);
  }
  FabricLink link;
  LinkFlows sender, receiver;
  std::uint64_t told = 0;
};

}  // namespace

TEST_CASE("beats and credits of a flow are those counted one by one") {
  for (const std::uint64_t period : {1U, 3U}) {
    for (const std::uint64_t latency : {1U, 2U, 7U, 40U}) {
      FlowEnds flow(latency, period), beats(latency, period);
      QuietEnd sender, receiver;
      RandomStream random(latency, StreamPurpose::Test, 0);
      std::uint64_t sent = 0, received = 0;
      bool sends = false, takes = false;
      for (std::uint64_t window = 0; window < 4000; window += latency) {
        for (std::uint64_t now = window; now < window + latency; ++now) {
          if (random.below(8) == 0) sends = !sends;
          for (FlowEnds* ends : {&flow, &beats}) ends->sender.look(now);
          REQUIRE(flow.sender.ready(now) == beats.sender.ready(now));
          const PortMask out = sends ? flow.sender.ready(now) : 0;
          sent += out != 0 ? 1 : 0;
          sender.moved(flow.sender, 0, out, now);
          beats.sender.moved(0, out, now, 1);
          beats.sender.publish(now + 1);
        }
        flow.sender.publish(window + latency);
        for (std::uint64_t now = window; now < window + latency; ++now) {
          if (random.below(12) == 0) takes = !takes;
          for (FlowEnds* ends : {&flow, &beats}) ends->receiver.look(now);
          REQUIRE(flow.receiver.wet() == beats.receiver.wet());
          const PortMask in = takes ? flow.receiver.wet() : 0;
          received += in != 0 ? 1 : 0;
          receiver.moved(flow.receiver, in, 0, now);
          beats.receiver.moved(in, 0, now, 1);
          beats.receiver.publish(now + 1);
        }
        flow.receiver.publish(window + latency);
      }
      CHECK(received > 100);
      CHECK(sent - received <= flow.link.credit_beats());
      if (latency == 40 && period == 1) CHECK(sender.calls() + receiver.calls() < 4000);
    }
  }
}
