// SPDX-License-Identifier: Apache-2.0
#include "systemc/tlm_switch.h"

#include <deque>

#include "host/base/random.h"
#include "systemc/switch_crosspoint.h"
#include "systemc/switch_input.h"
#include "systemc/switch_output.h"
#include "systemc/switch_shared.h"
#include "systemc/switch_voq.h"
#include "systemc/switch_window.h"
#include "tests/catch.h"

using namespace xb::twin;

namespace {

constexpr unsigned kBeatBytes = 4;
constexpr std::uint64_t kWindow = 256;

/// Who sent a packet, and as which of his.
struct Label : tlm::tlm_extension<Label> {
  unsigned source = 0, number = 0;
  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new Label(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    source = static_cast<const Label&>(other).source;
    number = static_cast<const Label&>(other).number;
  }
};

/// A packet as it is sent or comes out; `cycle`: of its last beat.
struct SocketEvent {
  unsigned source, dest, number, beats;
  std::uint64_t cycle;
  bool operator==(const SocketEvent& o) const {
    return source == o.source && dest == o.dest && number == o.number && beats == o.beats && cycle == o.cycle;
  }
};

/// A twin between sockets, senders and receivers. Cycle c ends at the edge at 10 (c + 1) ns.
template <class Switch>
struct SocketBench : sc_core::sc_module {
  using Dut = TlmSwitch<Switch>;

  SocketBench(const sc_core::sc_module_name& name, unsigned ports, const Settings& settings,
              unsigned receiver_cycles = 0)
      : sc_core::sc_module(name),
        dut("dut", {ports, 0, 64}, settings, {kBeatBytes, kWindow}),
        senders("senders", ports),
        receivers("receivers", ports),
        stall(10.0 * receiver_cycles, sc_core::SC_NS) {
    dut.clk_i(clk);
    for (unsigned i = 0; i < ports; ++i) {
      senders[i].bind(dut.inputs[i]);
      dut.outputs[i].bind(receivers[i]);
      receivers[i].register_b_transport(this, &SocketBench::receive, static_cast<int>(i));
    }
  }

  /// From a thread.
  tlm::tlm_response_status send(unsigned source, unsigned dest, unsigned number, unsigned bytes,
                                sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    std::vector<unsigned char> data(bytes);
    for (unsigned n = 0; n < bytes; ++n) data[n] = static_cast<unsigned char>(number + 7 * n + source);
    tlm::tlm_generic_payload write;
    write.set_command(tlm::TLM_WRITE_COMMAND);
    write.set_address(dest * kWindow + source);
    write.set_data_ptr(data.data());
    write.set_data_length(bytes);
    write.set_streaming_width(bytes);
    auto* label = new Label;
    label->source = source, label->number = number;
    write.set_extension(label);
    senders[source]->b_transport(write, delay);
    CHECK(delay == sc_core::SC_ZERO_TIME);
    return write.get_response_status();
  }

  void receive(int dest, tlm::tlm_generic_payload& write, sc_core::sc_time& delay) {
    const auto* label = write.get_extension<Label>();
    REQUIRE(label != nullptr);
    CHECK(write.get_address() == label->source);
    bool intact = true;
    for (unsigned n = 0; n < write.get_data_length(); ++n) {
      intact &= write.get_data_ptr()[n] == static_cast<unsigned char>(label->number + 7 * n + label->source);
    }
    CHECK(intact);
    const unsigned beats = (write.get_data_length() + kBeatBytes - 1) / kBeatBytes;
    received.push_back({label->source, static_cast<unsigned>(dest), label->number, beats, cycle()});
    write.set_response_status(tlm::TLM_OK_RESPONSE);
    if (label->number % 2 == 0)
      delay += stall;
    else
      wait(stall);
  }

  /// The cycle that has just ended.
  static std::uint64_t cycle() {
    return sc_core::sc_time_stamp().value() / sc_core::sc_time(10, sc_core::SC_NS).value() - 1;
  }

  sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS, 0.5, 10, sc_core::SC_NS};
  Dut dut;
  sc_core::sc_vector<tlm_utils::simple_initiator_socket<SocketBench>> senders;
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<SocketBench>> receivers;
  sc_core::sc_time stall;
  std::vector<SocketEvent> received;
};

struct PlannedPacket {
  unsigned dest, bytes, idle;  // cycles before it
};

/// What comes out of the plain class when the plans are carried out with a receiver that takes nothing for
/// some cycles after each packet.
template <class Switch>
std::vector<SocketEvent> expected(unsigned ports, const Settings& settings,
                                  const std::vector<std::deque<PlannedPacket>>& plans,
                                  unsigned receiver_cycles) {
  struct Input {
    std::deque<PlannedPacket> plans;
    std::uint64_t from = 0;  // the cycle in which its packet is on offer
    unsigned left = 0, beats = 0, number = 0;
  };
  Switch plain({ports, 0, 64});
  std::vector<Input> inputs(ports);
  std::vector<std::uint64_t> tags(ports), ready_from(ports), coming(ports);
  std::vector<std::uint8_t> dest(ports);
  std::size_t packets = 0;
  const auto beats_of = [](const PlannedPacket& plan) { return (plan.bytes + kBeatBytes - 1) / kBeatBytes; };
  for (unsigned i = 0; i < ports; ++i) {
    inputs[i].plans = plans[i];
    inputs[i].from = plans[i].front().idle;
    inputs[i].left = inputs[i].beats = beats_of(plans[i].front());
    packets += plans[i].size();
  }
  std::vector<SocketEvent> events;
  for (std::uint64_t cycle = 0; events.size() < packets; ++cycle) {
    Inputs in;
    in.settings = bounded(settings, plain.params());
    in.s_tdest = dest.data(), in.s_tdata = tags.data();
    for (unsigned i = 0; i < ports; ++i) {
      const Input& input = inputs[i];
      if (cycle >= ready_from[i]) in.m_tready |= bit(i);
      if (input.plans.empty() || cycle < input.from) continue;
      in.s_tvalid |= bit(i);
      if (input.left == input.beats) in.s_tuser |= bit(i);
      if (input.left == 1) in.s_tlast |= bit(i);
      dest[i] = static_cast<std::uint8_t>(input.plans.front().dest);
      tags[i] = std::uint64_t{i} << 32 | std::uint64_t{input.number} << 16 | input.beats;
    }
    for_each_port(plain.m_tvalid() & in.m_tready, [&](unsigned j) {
      if (plain.m_side(j).user) coming[j] = *plain.m_tdata(j);
      if (!plain.m_side(j).last) return;
      const std::uint64_t tag = coming[j];
      events.push_back({static_cast<unsigned>(tag >> 32), j, static_cast<unsigned>(tag >> 16 & 0xffff),
                        static_cast<unsigned>(tag & 0xffff), cycle});
      // Until the edge at which it has taken the packet, and that edge too.
      ready_from[j] = receiver_cycles == 0 ? 0 : cycle + 1 + receiver_cycles;
    });
    for_each_port(plain.s_tready() & in.s_tvalid, [&](unsigned i) {
      Input& input = inputs[i];
      if (--input.left > 0) return;
      input.plans.pop_front();
      ++input.number;
      if (input.plans.empty()) return;
      input.from = cycle + 1 + input.plans.front().idle;
      input.left = input.beats = beats_of(input.plans.front());
    });
    plain.step(in);
  }
  return events;
}

Settings socket_settings(bool store_forward) {
  Settings settings;
  settings.depth = 64;
  settings.store_forward = store_forward;
  settings.packet_beats = 20;
  settings.window = 3;
  return settings;
}

/// Random packets of all inputs, some with pauses, through both.
template <class Switch>
void check_against_plain(const char* name, unsigned ports, bool store_forward, unsigned receiver_cycles) {
  const Settings settings = socket_settings(store_forward);
  xb::RandomStream random(5, xb::StreamPurpose::Test, ports);
  std::vector<std::deque<PlannedPacket>> plans(ports);
  for (auto& plan : plans) {
    for (unsigned n = 0; n < 60; ++n) {
      const unsigned idle = random.below(3) == 0 ? 1 + random.below(20) : 0;
      plan.push_back({random.below(ports), 1 + random.below(20 * kBeatBytes), n == 0 ? 4 + idle : idle});
    }
  }
  SocketBench<Switch> bench(name, ports, settings, receiver_cycles);
  for (unsigned i = 0; i < ports; ++i) {
    sc_core::sc_spawn([&bench, &plans, i] {
      unsigned number = 0;
      for (const PlannedPacket& plan : plans[i]) {
        const sc_core::sc_time idle(10.0 * plan.idle, sc_core::SC_NS);
        // By waiting, or by annotation: the same.
        if (number % 2 == 0 && plan.idle > 0) sc_core::wait(idle);
        CHECK(bench.send(i, plan.dest, number, plan.bytes, number % 2 == 0 ? sc_core::SC_ZERO_TIME : idle) ==
              tlm::TLM_OK_RESPONSE);
        ++number;
      }
    });
  }
  const auto want = expected<Switch>(ports, settings, plans, receiver_cycles);
  sc_core::sc_start(10.0 * static_cast<double>(want.back().cycle + 3), sc_core::SC_NS);
  auto got = bench.received;
  const auto in_order = [](const SocketEvent& a, const SocketEvent& b) {
    return std::make_pair(a.cycle, a.dest) < std::make_pair(b.cycle, b.dest);
  };
  std::sort(got.begin(), got.end(), in_order);
  REQUIRE(got.size() == want.size());
  for (std::size_t n = 0; n < want.size(); ++n) {
    CAPTURE(n, want[n].cycle, got[n].cycle, want[n].dest, got[n].dest);
    REQUIRE(got[n] == want[n]);
  }
}

}  // namespace

TEST_CASE("packets pass the sockets in the cycles in which they pass the plain twin: input", "[systemc]") {
  check_against_plain<SwitchInput>("input", 4, false, 0);
}
TEST_CASE("packets pass the sockets in the cycles in which they pass the plain twin: window", "[systemc]") {
  check_against_plain<SwitchWindow>("window", 4, true, 0);
}
TEST_CASE("packets pass the sockets in the cycles in which they pass the plain twin: output", "[systemc]") {
  check_against_plain<SwitchOutput>("output", 3, false, 0);
}
TEST_CASE("packets pass the sockets in the cycles in which they pass the plain twin: shared", "[systemc]") {
  check_against_plain<SwitchShared>("shared", 2, true, 0);
}
TEST_CASE("packets pass the sockets in the cycles in which they pass the plain twin: voq", "[systemc]") {
  check_against_plain<SwitchVoq>("voq", 5, false, 0);
}
TEST_CASE("packets pass the sockets in the cycles in which they pass the plain twin: crosspoint",
          "[systemc]") {
  check_against_plain<SwitchCrosspoint>("crosspoint", 4, false, 0);
}
TEST_CASE("a target that takes its time, by waiting or by annotation, holds its output", "[systemc]") {
  check_against_plain<SwitchVoq>("voq", 3, false, 9);
}

TEST_CASE("a lone packet of n beats is delivered n + 3 cycles after it came, through voq", "[systemc]") {
  SocketBench<SwitchVoq> bench("voq", 4, socket_settings(false));
  std::vector<std::uint64_t> came;
  sc_core::sc_spawn([&] {
    for (unsigned beats : {1U, 2U, 20U}) {
      sc_core::wait(500 - sc_core::sc_time_stamp().value() / 1000 % 10, sc_core::SC_NS);
      came.push_back(SocketBench<SwitchVoq>::cycle());
      bench.send(0, 3, beats, kBeatBytes * beats);
    }
  });
  sc_core::sc_start(5, sc_core::SC_US);
  REQUIRE(bench.received.size() == 3);
  for (unsigned n = 0; n < 3; ++n) CHECK(bench.received[n].cycle - came[n] == bench.received[n].beats + 3);
}

TEST_CASE("what is no packet of this switch is answered by its error, at once", "[systemc]") {
  SocketBench<SwitchVoq> bench("voq", 2, socket_settings(false));
  unsigned char data[256] = {};
  const auto answer = [&](auto&& change) {
    tlm::tlm_generic_payload write;
    write.set_command(tlm::TLM_WRITE_COMMAND);
    write.set_data_ptr(data);
    write.set_data_length(8);
    write.set_streaming_width(8);
    change(write);
    sc_core::sc_time delay(3, sc_core::SC_NS);
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    bench.senders[0]->b_transport(write, delay);
    if (write.is_response_error()) CHECK((delay.to_double() == 3000 && sc_core::sc_time_stamp() == now));
    return write.get_response_status();
  };
  using Write = tlm::tlm_generic_payload;
  bool done = false;
  sc_core::sc_spawn([&] {
    CHECK(answer([](Write& w) { w.set_command(tlm::TLM_READ_COMMAND); }) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(answer([](Write& w) { w.set_address(2 * kWindow); }) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(answer([](Write& w) { w.set_data_length(0); }) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(answer([](Write& w) { w.set_streaming_width(4); }) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(answer([](Write& w) {
            w.set_data_length(20 * kBeatBytes + 1);
            w.set_streaming_width(20 * kBeatBytes + 1);
          }) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(answer([&](Write& w) { w.set_byte_enable_ptr(data); }) == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    done = true;
  });
  sc_core::sc_start(1, sc_core::SC_US);
  CHECK(done);
  CHECK(bench.received.empty());
}

TEST_CASE("a bridge refuses what it cannot mean", "[systemc]") {
  using Dut = TlmSwitch<SwitchVoq>;
  Settings drops;
  drops.drop = true;
  CHECK_THROWS_WITH(Dut("dut", {2, 1, 8}, {}, {}), "xb::twin::TlmSwitch: data_words 1; allowed: 0");
  CHECK_THROWS_WITH(Dut("dut", {2, 0, 8}, drops, {}), "xb::twin::TlmSwitch: drop true; allowed: false");
  CHECK_THROWS_WITH(Dut("dut", {2, 0, 8}, {}, {0, 1}),
                    "xb::twin::TlmSwitch: beat_bytes 0; allowed: 1 or more");
  CHECK_THROWS_WITH(Dut("dut", {2, 0, 8}, {}, {8, 0}), "xb::twin::TlmSwitch: window 0; allowed: 1 or more");
}
