// SPDX-License-Identifier: Apache-2.0
#include "host/run/zero_load.h"

#include <algorithm>
#include <deque>
#include <functional>

#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/link/packet.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// Takes one packet at a time and shows it after a time of its own.
class DelaySwitch : public SwitchModel {
 public:
  /// Cycles from the first beat in to the first beat out, at least 1.
  using Delay =
      std::function<std::uint64_t(unsigned input, unsigned output, unsigned beats, std::uint64_t now)>;
  explicit DelaySwitch(Delay delay) : delay_(std::move(delay)) {}

  void reset(const SwitchSettings& /*settings*/) override {}
  void show(SwitchOutputs& out) override {
    out = {};
    out.s_tready = ~PortMask{0};
    if (beats_.empty() || now_ < first_out_) return;
    const PortMask bit = PortMask{1} << output_;
    out.m_tvalid = bit;
    out.m_tdest[output_] = static_cast<std::uint8_t>(output_);
    out.m_tdata[output_] = beats_.front();
    out.m_tuser = is_first_ ? bit : 0;
    out.m_tlast = is_whole_ && beats_.size() == 1 ? bit : 0;
  }
  void clock(const SwitchInputs& in) override {
    if (!beats_.empty() && now_ >= first_out_) {
      beats_.pop_front();
      is_first_ = false;
    }
    for_each_port(in.s_tvalid, [&](unsigned input) {
      if ((in.s_tuser >> input & 1U) != 0) {
        output_ = in.s_tdest[input];
        const unsigned beats = PacketHeader::decode(in.s_tdata[input]).length;
        first_out_ = now_ + delay_(input, output_, beats, now_);
        is_first_ = true;
      }
      beats_.push_back(in.s_tdata[input]);
      is_whole_ = (in.s_tlast >> input & 1U) != 0;
    });
    ++now_;
  }

 private:
  Delay delay_;
  std::deque<std::uint64_t> beats_;
  std::uint64_t now_ = 0, first_out_ = 0;
  unsigned output_ = 0;
  bool is_first_ = false, is_whole_ = false;
};

Setup setup_of(unsigned longest,
               const std::shared_ptr<const Device>& device = std::make_shared<const Device>()) {
  RunConfig config;
  config.ports = 4;
  Setup setup = resolve(config);
  setup.device = device;
  setup.entry = &device->entry;
  setup.longest_packet = longest;
  return setup;
}

}  // namespace

TEST_CASE("latency without load is measured for each input and output, and by length", "[host]") {
  const std::uint64_t per_beat = GENERATE(0U, 1U);
  const unsigned longest = GENERATE(1U, 2U, 60U);
  DelaySwitch model([&](unsigned input, unsigned output, unsigned beats, std::uint64_t) {
    return 3 + 4 * input + output + per_beat * (beats - 1);
  });
  const Setup known = with_zero_load(setup_of(longest), model);
  REQUIRE(known.device->zero_load);
  CHECK(known.device->zero_load->least == 3);
  CHECK(known.device->zero_load->most == 18);
  CHECK(known.entry == &known.device->entry);
  CHECK(known.entry->probes.zero_load);
  const std::uint64_t beats = longest;
  CHECK(known.entry->zero_load_cycles({4, 2, 1, 0, longest, false, 0}) == 12 + per_beat * (beats - 1));
}

TEST_CASE("lone packets are as long as the header that a device finds its route in", "[host]") {
  const std::uint64_t per_beat = GENERATE(0U, 1U);
  auto device = std::make_shared<Device>();
  device->route.header.assign(20, "0");  // bytes: three beats
  device->route.header.front() = DeviceRoute::kTag;
  unsigned shortest = ~0U;
  DelaySwitch model([&](unsigned, unsigned, unsigned beats, std::uint64_t) {
    shortest = std::min(shortest, beats);
    return 5 + per_beat * (beats - 3);
  });
  const Setup known = with_zero_load(setup_of(30, device), model);
  CHECK(shortest == 3);
  REQUIRE(known.device->zero_load);
  CHECK(known.device->zero_load->most == 5);
  CHECK(known.entry->zero_load_cycles({4, 2, 1, 0, 30, false, 0}) == 5 + 27 * per_beat);
}

TEST_CASE("of a latency that changes with the cycle the least is taken", "[host]") {
  DelaySwitch model([](unsigned, unsigned, unsigned, std::uint64_t now) { return 2 + now % 2; });
  const Setup known = with_zero_load(setup_of(1), model);
  REQUIRE(known.device->zero_load);
  CHECK(known.device->zero_load->least == 2);
}

TEST_CASE("a latency that follows no rule stays unknown, and so does one of packets that do not come",
          "[host]") {
  DelaySwitch odd([](unsigned, unsigned, unsigned beats, std::uint64_t) { return 2 + beats / 2; });
  CHECK_FALSE(with_zero_load(setup_of(8), odd).device->zero_load);
  DelaySwitch by_input(
      [](unsigned input, unsigned, unsigned beats, std::uint64_t) { return input == 2 ? 2 : 1 + beats; });
  CHECK_FALSE(with_zero_load(setup_of(8), by_input).device->zero_load);
  DelaySwitch never([](unsigned, unsigned, unsigned, std::uint64_t) { return 1000000; });
  CHECK_FALSE(with_zero_load(setup_of(1), never).device->zero_load);
}
