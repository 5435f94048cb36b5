// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "host/check/port_rules.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

/// Output 1 offers a beat that stalls in cycle 10; `change` is what cycle 11 shows instead.
std::optional<RuleViolation> verdict(const std::function<void(SwitchInputs&, SwitchOutputs&)>& change,
                                     PortMask withdrawn = 0) {
  HandshakeMonitor monitor(2, true);
  SwitchInputs in{};
  SwitchOutputs out{};
  out.m_tvalid = 0b10;
  out.m_tdest[1] = 1;
  out.m_tdata[2] = 7;
  out.m_tdata[3] = 8;
  monitor.cycle(in, out, 10);
  monitor.may_withdraw(withdrawn);
  change(in, out);
  monitor.cycle(in, out, 11);
  return monitor.violation();
}

bool says(const std::optional<RuleViolation>& violation, const std::string& rule, const std::string& what) {
  return violation && mentions(violation->text(), {"cycle 11: output 1: " + rule + ": expected " + what});
}

}  // namespace

TEST_CASE("a stalled beat that stays is right, and so is any other after it was taken", "[host]") {
  CHECK_FALSE(verdict([](SwitchInputs&, SwitchOutputs&) {}));
  CHECK_FALSE(verdict([](SwitchInputs& in, SwitchOutputs&) { in.m_tready = 0b10; }));
  CHECK_FALSE(
      verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tdata[0] = 5; }));  // output 0 offers nothing
}

TEST_CASE("a stalled beat that changes or goes is reported", "[host]") {
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tvalid = 0; }), "valid-holds",
             "tvalid 1, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tdata[3] = 9; }), "payload-holds",
             "tdata 0x8, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tdest[1] = 0; }), "payload-holds",
             "tdest 0x1, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tlast = 0b10; }), "payload-holds",
             "tlast 0x0, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tuser = 0b10; }), "payload-holds",
             "tuser 0x0, as the receiver was not ready; seen "));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tkeep[1] = 1; }), "payload-holds",
             "tkeep 0x0, as the receiver was not ready; seen 0x1"));
}

TEST_CASE("a beat that may be withdrawn may go, and no other", "[host]") {
  const auto gone = [](SwitchInputs&, SwitchOutputs& out) { out.m_tvalid = 0; };
  CHECK_FALSE(verdict(gone, 0b10));
  CHECK(verdict(gone, 0b01));
}
