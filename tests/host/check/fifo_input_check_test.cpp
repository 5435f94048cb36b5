// SPDX-License-Identifier: Apache-2.0
#include "host/check/fifo_input_check.h"

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/simulation.h"
#include "tests/catch.h"
#include "tests/host/check/fake_fifo_switch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

RunConfig busy() {
  RunConfig config =
      config_of("ports 4, depth 1024, load 0.6, receiver-stall 0.3, cycles 3000, warmup 0, packet 1..5");
  return config;
}

template <class Switch>
std::string error_of(const RunConfig& config) {
  Switch model(config.ports);
  return message_of<RunError>([&] { simulate(resolve(config), model); });
}

/// The pointer never moves: the lowest bidder always wins.
struct LowestFirst : FakeFifoSwitch {
  using FakeFifoSwitch::FakeFifoSwitch;
  unsigned pick(unsigned /*output*/, PortMask bidders) override {
    return static_cast<unsigned>(__builtin_ctzll(bidders));
  }
};
/// In its turn input 0 has two packets, input 2 three.
struct LongTurns : FakeFifoSwitch {
  using FakeFifoSwitch::FakeFifoSwitch;
  unsigned pick(unsigned output, PortMask bidders) override {
    unsigned& left = left_[output];
    if (left == 0 || (bidders >> turn_[output] & 1U) == 0) {
      turn_[output] = FakeFifoSwitch::pick(output, bidders);
      left = turn_[output] == 0 ? 2 : turn_[output] == 2 ? 3 : 1;
    }
    --left;
    return turn_[output];
  }
  std::array<unsigned, kMaxPorts> turn_{}, left_{};
};
struct FlagMissing : FakeFifoSwitch {
  using FakeFifoSwitch::FakeFifoSwitch;
  void tamper(SwitchOutputs& out) override { out.hol &= ~PortMask{2}; }
};
/// A head that does not move suffers, whatever is behind it.
struct FlagWithoutCause : FakeFifoSwitch {
  using FakeFifoSwitch::FakeFifoSwitch;
  void tamper(SwitchOutputs& out) override { out.hol = out.blocked; }
};
struct WrongBlame : FakeFifoSwitch {
  using FakeFifoSwitch::FakeFifoSwitch;
  void tamper(SwitchOutputs& out) override { out.blocked_by[2] ^= 1U; }
};
struct MoreVictims : FakeFifoSwitch {
  using FakeFifoSwitch::FakeFifoSwitch;
  void tamper(SwitchOutputs& out) override {
    for_each_port(out.hol, [&](unsigned input) { out.hol_victims[input] = 0xf; });
  }
};
struct IdleUnseen : FakeFifoSwitch {
  using FakeFifoSwitch::FakeFifoSwitch;
  void tamper(SwitchOutputs& out) override { out.idle_with_work = 0; }
};
struct PoolUnfounded : FakeFifoSwitch {
  using FakeFifoSwitch::FakeFifoSwitch;
  void tamper(SwitchOutputs& out) override {
    if (now == 700) out.pool |= 4U;
  }
};
/// Output 3 pauses, and begins nothing meanwhile.
struct Lazy : FakeFifoSwitch {
  using FakeFifoSwitch::FakeFifoSwitch;
  void tamper(SwitchOutputs& out) override {
    if (now % 64 == 0 && (out.m_tuser & 8U) != 0) out.m_tvalid &= ~PortMask{8};
  }
};

}  // namespace

TEST_CASE("a switch with FIFO inputs that does what its page says passes", "[host]") {
  RunConfig config = busy();
  config.traffic->load = GENERATE(0.3, 0.6, 1.0);
  config.traffic->receiver_stall = GENERATE(0.0, 0.4);
  config.seed = 3;
  FakeFifoSwitch model(config.ports);
  CHECK(simulate(resolve(config), model).delivered_packets > 0);
}

TEST_CASE("a head that sees more than N-1 others granted is reported", "[host]") {
  CHECK(mentions(error_of<LowestFirst>(busy()),
                 {"cycle ", "fairness: input ", " for output ", "sees 4 packets of others go first"}));
}

TEST_CASE("by weight: a head that sees more packets of others go first than their turns have is reported",
          "[host]") {
  RunConfig config = busy();
  config.arbiter = Arbitration::Weighted;
  config.input_weights = "0:2,2:3";
  LongTurns model(config.ports);
  CHECK(simulate(resolve(config), model).delivered_packets > 0);
  config.input_weights = "0:2,2:2";
  const std::string said = error_of<LongTurns>(config);
  CHECK(
      mentions(said, {"cycle ", "fairness: input ", "packets of others go first, round robin has at most "}));
}

TEST_CASE("oldest first: a head that sees a younger packet go first is reported", "[host]") {
  RunConfig config = busy();
  config.arbiter = Arbitration::Oldest;
  CHECK(mentions(error_of<LowestFirst>(config), {"fairness: input ", "sees a younger packet of input "}));
}

TEST_CASE("random arbitration promises nothing", "[host]") {
  RunConfig config = busy();
  config.arbiter = Arbitration::Random;
  LowestFirst model(config.ports);
  CHECK(simulate(resolve(config), model).delivered_packets > 0);
}

TEST_CASE("a head-of-line flag that is missing, or has no cause, is reported with its input and cycle",
          "[host]") {
  CHECK(mentions(error_of<FlagMissing>(busy()),
                 {"cycle ", "flags: input 1: head-of-line blocking, not shown"}));
  CHECK(mentions(error_of<FlagWithoutCause>(busy()),
                 {"flags: input ", "head-of-line blocking, without a cause"}));
  CHECK(mentions(error_of<WrongBlame>(busy()), {"flags: input 2: blocked by output "}));
  CHECK(mentions(error_of<MoreVictims>(busy()),
                 {"flags: input ", "victims of head-of-line blocking 0xf, not "}));
  CHECK(mentions(error_of<PoolUnfounded>(busy()), {"flags: input 2: pool blocking, without a cause"}));
  CHECK(mentions(error_of<IdleUnseen>(busy()), {"flags: output ", "idle with work, not shown"}));
}

TEST_CASE("an output that shows nothing while a head bids for it is reported", "[host]") {
  RunConfig config = busy();
  config.traffic->receiver_stall = 0;
  CHECK(mentions(error_of<Lazy>(config), {"output 3: shows nothing, and input "}));
}
