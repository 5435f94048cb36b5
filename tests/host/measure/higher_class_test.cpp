// SPDX-License-Identifier: Apache-2.0
#include "host/measure/higher_class.h"

#include <memory>
#include <string>

#include "host/link/packet.h"
#include "tests/catch.h"

using namespace xb;

namespace {

constexpr unsigned kPortsWithClasses = 3;

/// A switch with two classes, told packet by packet: all of one beat, and all receivers ready.
class Told {
 public:
  explicit Told(const HigherClass::Rules& rules) : higher_(kPortsWithClasses, 2, rules) {}

  Told& in(unsigned input, unsigned of_class, unsigned output, bool last = true) {
    in_->s_tvalid |= bit(input);
    in_->s_tuser |= bit(input);
    if (last) in_->s_tlast |= bit(input);
    in_->s_tid[input] = static_cast<std::uint8_t>(of_class);
    in_->s_tdest[input] = static_cast<std::uint8_t>(output);
    return *this;
  }
  Told& out(unsigned input, unsigned of_class, unsigned output) {
    out_->m_tvalid |= bit(output);
    out_->m_tuser |= bit(output);
    out_->m_tid[output] = static_cast<std::uint8_t>(of_class);
    PacketHeader header{};
    header.source = input;
    out_->m_tdata[output] = header.encode();
    return *this;
  }
  /// Ends the cycle; the receiver of output 2 is not ready. Inputs whose low class was held.
  PortMask end() {
    in_->m_tready = all_ports(kPortsWithClasses) & ~bit(2);
    higher_.cycle(*in_, in_->s_tvalid, *out_, out_->m_tvalid & ~bit(2), now_++);
    *in_ = {};
    *out_ = {};
    CHECK(higher_.held(1) == 0);
    return higher_.held(0);
  }
  /// The packets in front in the last cycle, as `input: class>output before classes`.
  [[nodiscard]] std::string fronts() const {
    std::string text;
    for (const auto& front : higher_.head_of_line())
      text += std::to_string(front.input) + ": " + std::to_string(front.of_class) + ">" +
              std::to_string(front.output) + " before " +
              (front.behind == 3   ? "0 1"
               : front.behind == 1 ? "0"
                                   : "1") +
              "\n";
    return text;
  }

 private:
  HigherClass higher_;
  std::unique_ptr<SwitchInputs> in_ = std::make_unique<SwitchInputs>();
  std::unique_ptr<SwitchOutputs> out_ = std::make_unique<SwitchOutputs>();
  std::uint64_t now_ = 0;
};

const HigherClass::Rules kQueues{}, kFifo{true}, kHeldFifo{true, true};

}  // namespace

TEST_CASE("a higher class holds packets for the output that sends it, from the cycle after they came",
          "[host]") {
  Told told(kQueues);
  CHECK(told.in(0, 0, 1).in(1, 0, 0).in(2, 1, 1).out(1, 1, 1).end() == 0);
  CHECK(told.out(2, 1, 1).end() == bit(0));  // not input 1's, which is for output 0
  CHECK(told.out(2, 0, 1).end() == 0);       // of the same class
  CHECK(told.end() == 0);                    // an idle output holds nothing
  CHECK(told.out(0, 0, 1).end() == 0);
  CHECK(told.out(2, 1, 1).end() == 0);  // has left
}

TEST_CASE("a higher class holds packets while its own waits for a receiver", "[host]") {
  Told told(kQueues);
  told.in(0, 0, 2).in(2, 1, 2).end();
  CHECK(told.out(2, 1, 2).end() == bit(0));
  CHECK(told.out(2, 1, 2).end() == bit(0));
}

TEST_CASE("in a FIFO a higher class holds heads, and of its own input whatever is at the head", "[host]") {
  for (const auto& rules : {kFifo, kHeldFifo}) {
    Told told(rules);
    told.in(0, 0, 0).in(1, 1, 1).end();
    told.in(0, 0, 1).end();
    CHECK(told.out(1, 1, 1).end() == 0);       // input 0's packet for output 1 is not at the head
    CHECK(told.out(0, 1, 2).end() == bit(0));  // the input sends its higher class elsewhere
    CHECK(told.out(0, 0, 0).end() == 0);
    CHECK(told.out(1, 1, 1).end() == bit(0));
  }
}

TEST_CASE("the head of a higher class that waits holds those below it, if heads are held", "[host]") {
  for (const auto& rules : {kQueues, kFifo, kHeldFifo}) {
    Told told(rules);
    told.in(0, 0, 0).end();
    told.in(0, 1, 1).end();
    CHECK(told.out(2, 0, 1).end() == (rules.holds ? bit(0) : 0));
  }
}

TEST_CASE("a packet waits once its route is known, and with store-and-forward once it is whole", "[host]") {
  Told delayed({false, false, false, 2});
  delayed.in(0, 0, 1).end();
  CHECK(delayed.out(2, 1, 1).end() == 0);
  CHECK(delayed.out(2, 1, 1).end() == 0);
  CHECK(delayed.out(2, 1, 1).end() == bit(0));
  Told stored({false, false, true});
  stored.in(0, 0, 1, false).end();
  CHECK(stored.out(2, 1, 1).end() == 0);
  stored.in(1, 0, 1).end();
  CHECK(stored.out(2, 1, 1).end() == bit(1));
}

TEST_CASE("a held head is in front of all classes of its input, an offered one of its own", "[host]") {
  for (const auto& rules : {kFifo, kHeldFifo}) {
    Told told(rules);
    told.in(0, 1, 1).in(1, 0, 1).end();
    CHECK(told.fronts().empty());  // nothing is behind
    told.in(0, 0, 0).out(1, 0, 1).end();
    CHECK(told.fronts().empty());
    told.in(0, 1, 0).in(1, 0, 1).end();
    told.out(1, 0, 1).end();  // output 0 is idle, and so is 2, whose receiver is not ready
    CHECK(told.fronts() == (rules.holds ? "0: 1>1 before 0 1\n" : "0: 1>1 before 1\n"));
    told.out(0, 1, 1).end();  // it goes
    CHECK(told.fronts().empty());
  }
}

TEST_CASE("a low packet that its receiver holds is in front of a higher class", "[host]") {
  for (const auto& rules : {kFifo, kHeldFifo}) {
    Told told(rules);
    told.in(0, 0, 2).end();
    told.in(0, 1, 0).out(0, 0, 2).end();
    CHECK(told.fronts().empty());
    told.out(0, 0, 2).end();
    CHECK(told.fronts() == "0: 0>2 before 1\n");
    told.in(0, 1, 0).out(0, 0, 2).out(1, 0, 0).end();  // output 0 is busy
    CHECK(told.fronts().empty());
  }
  Told queues(kQueues);
  queues.in(0, 0, 2).in(1, 1, 0).end();
  queues.in(0, 1, 0).out(0, 0, 2).end();
  queues.out(0, 0, 2).end();
  CHECK(queues.fronts().empty());  // other switches have no such heads
}
