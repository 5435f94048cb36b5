// SPDX-License-Identifier: Apache-2.0
#include "host/check/handshake_monitor.h"

#include <functional>

#include "tests/catch.h"

using namespace xb;

namespace {

/// Output 1 offers a beat that stalls in cycle 10; `change` is what cycle 11 shows instead.
std::string verdict(const std::function<void(SwitchInputs&, SwitchOutputs&)>& change) {
  HandshakeMonitor monitor(2);
  SwitchInputs in{};
  SwitchOutputs out{};
  out.m_tvalid = 0b10;
  out.m_tdest[1] = 1;
  out.m_tdata[2] = 7;
  out.m_tdata[3] = 8;
  monitor.cycle(in, out, 10);
  change(in, out);
  monitor.cycle(in, out, 11);
  return monitor.violation();
}

bool says(const std::string& text, const std::string& what) {
  return text.find("cycle 11: output 1: handshake: " + what) != std::string::npos;
}

}  // namespace

TEST_CASE("a stalled beat that stays is right, and so is any other after it was taken", "[host]") {
  CHECK(verdict([](SwitchInputs&, SwitchOutputs&) {}).empty());
  CHECK(verdict([](SwitchInputs& in, SwitchOutputs&) { in.m_tready = 0b10; }).empty());
  CHECK(verdict([](SwitchInputs&, SwitchOutputs& out) {
          out.m_tdata[0] = 5;
        }).empty());  // output 0 offers nothing
}

TEST_CASE("a stalled beat that changes or goes is reported", "[host]") {
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tvalid = 0; }), "tvalid"));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tdata[3] = 9; }), "tdata"));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tdest[1] = 0; }), "tdest"));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tlast = 0b10; }), "tlast"));
  CHECK(says(verdict([](SwitchInputs&, SwitchOutputs& out) { out.m_tuser = 0b10; }), "tuser"));
}
