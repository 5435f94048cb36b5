// SPDX-License-Identifier: Apache-2.0
// Beats that are not the hosts' on a device's wires: all is as sent, or it is found.
#include "testbenches/engines/framed_switch.h"

#include <algorithm>
#include <vector>

#include "host/base/errors.h"
#include "host/link/receiver.h"
#include "host/link/transmitter.h"
#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

enum class FrameFault { None, Mark, Payload, Header, Repeated, Misrouted, Keep, BesideKeep };

/// Wires from each input to the output that it names; something is wrong with the third packet.
class Wires : public SwitchModel {
 public:
  explicit Wires(FrameFault fault) : fault_(fault) {}
  void reset(const SwitchSettings& /*settings*/) override {}
  void show(SwitchOutputs& /*out*/) override {}
  void clock(const SwitchInputs& /*in*/) override {}
  void cycle(const SwitchInputs& in, SwitchOutputs& out) override {
    out.m_tvalid = out.s_tready = 0;
    if ((in.s_tvalid & 1U) == 0) return;
    if ((in.s_tuser & 1U) != 0) beat_ = 0;
    const bool wrong = packets_ == 2;
    const unsigned output = fault_ == FrameFault::Misrouted && wrong ? 0 : in.s_tdest[0];
    std::uint64_t data = in.s_tdata[0];
    widest_ |= data;
    if (fault_ == FrameFault::Mark && wrong && beat_ == 0) data ^= 0x40;
    if (fault_ == FrameFault::Payload && wrong && beat_ == 3) data ^= 1;
    if (fault_ == FrameFault::Header && wrong && beat_ == 1) data ^= 0x80;
    if (packets_ == 1) second_.push_back(data);
    if (fault_ == FrameFault::Repeated && wrong) data = second_.at(beat_);
    out.m_tvalid = bit(output);
    out.m_tuser = (in.s_tuser & 1U) << output;
    out.m_tlast = (in.s_tlast & 1U) << output;
    out.m_tdest[output] = static_cast<std::uint8_t>(output);
    out.m_tkeep[output] = in.s_tkeep[0];
    const bool short_beat = (in.s_tkeep[0] & 0x80) == 0;
    if (fault_ == FrameFault::Keep && packets_ > 2 && short_beat) out.m_tkeep[output] = 0xff;
    if (fault_ == FrameFault::BesideKeep && short_beat) data ^= std::uint64_t{0xff} << 56;
    out.m_tdata[output] = data;
    if ((in.m_tready & bit(output)) == 0) return;
    out.s_tready = 1;
    ++beat_;
    if ((in.s_tlast & 1U) != 0) ++packets_;
  }
  [[nodiscard]] std::uint64_t widest() const { return widest_; }

 private:
  FrameFault fault_;
  unsigned packets_ = 0, beat_ = 0;
  std::vector<std::uint64_t> second_;
  std::uint64_t widest_ = 0;
};

/// What the receiver says of six packets of five beats, or of such bytes, from input 0 to output 1, with
/// stalls.
std::string violations(unsigned width, FrameFault fault, const std::vector<std::string>& header = {},
                       const std::vector<unsigned>& bytes = {}) {
  Device device;
  device.route.header = header;
  RunConfig config;
  config.ports = 2;
  config.width = width;
  config.packet_in_bytes = !bytes.empty();
  if (!bytes.empty()) config.packet_min = *std::min_element(bytes.begin(), bytes.end());
  const LengthUnit lengths = config.lengths();
  auto wires = std::make_unique<Wires>(fault);
  const Wires& seen = *wires;
  const auto model = make_framed_switch(std::move(wires), 2, WireFormat(device, config), lengths);
  Transmitter transmitter(2, 1, lengths);
  Receiver receiver(2, 1, false, {false, 0, true}, lengths);
  Scoreboard scoreboard(2, lengths);
  const auto out = std::make_unique<SwitchOutputs>();
  unsigned sent = 0, delivered = 0;
  for (std::uint64_t now = 0; now < 100; ++now) {
    if ((transmitter.idle() & 1U) != 0 && sent < 6) {
      transmitter.start(0, 1, bytes.empty() ? 5 : bytes.at(sent % bytes.size()), now);
      ++sent;
    }
    transmitter.offer(all_ports(2));
    transmitter.wires().m_tready = now % 3 == 0 ? 0 : all_ports(2);
    const SwitchInputs in = transmitter.wires();
    model->cycle(in, *out);
    transmitter.advance(in.s_tvalid & out->s_tready, now, scoreboard);
    receiver.take(out->m_tvalid & in.m_tready, *out, now, scoreboard,
                  [&](const DeliveredPacket& /*packet*/) { ++delivered; });
  }
  if (width < 64) CHECK(seen.widest() >> width == 0);
  if (receiver.violations().empty()) CHECK(delivered == 6);
  return lines_of(receiver.violations());
}

}  // namespace

TEST_CASE("narrow beats are checked bit by bit", "[testbenches]") {
  for (const unsigned width : {8U, 16U, 32U}) {
    CAPTURE(width);
    CHECK(violations(width, FrameFault::None).empty());
    for (const FrameFault fault :
         {FrameFault::Mark, FrameFault::Payload, FrameFault::Repeated, FrameFault::Misrouted}) {
      CAPTURE(static_cast<int>(fault));
      CHECK_FALSE(violations(width, fault).empty());
    }
    const std::string payload = violations(width, FrameFault::Payload);
    CHECK(payload.find(": data: expected tdata") != std::string::npos);
    CAPTURE(payload);
    CHECK(payload.find(", beat 3 of packet #") != std::string::npos);
    CHECK(payload.find(" from input 0 ") != std::string::npos);
  }
}

TEST_CASE("packets of any number of bytes are checked in the bytes that they have", "[testbenches]") {
  const std::vector<unsigned> lengths{1, 30, 27, 3, 9, 8};
  const std::vector<std::string> header{"0x02", "dest", DeviceRoute::kTag, "0x88"};
  CHECK(violations(64, FrameFault::None, {}, lengths).empty());
  CHECK(violations(32, FrameFault::None, {}, lengths).empty());
  CHECK(violations(16, FrameFault::None, {}, lengths).empty());
  CHECK(violations(64, FrameFault::None, header, {4, 30, 27, 6, 9, 8}).empty());
  CHECK(violations(64, FrameFault::BesideKeep, {}, lengths).empty());
  CHECK(mentions(violations(64, FrameFault::Keep, {}, lengths),
                 {"tkeep: expected 0x7 at beat 0", "3 bytes; seen 0xff"}));
  for (const FrameFault fault :
       {FrameFault::Mark, FrameFault::Payload, FrameFault::Repeated, FrameFault::Misrouted}) {
    CAPTURE(static_cast<int>(fault));
    CHECK_FALSE(violations(64, fault, {}, lengths).empty());
    CHECK_FALSE(violations(64, fault, header, {4, 30, 27, 6, 9, 8}).empty());
  }
  const auto short_packets = [&] { violations(64, FrameFault::None, {"0x02", "dest"}, {2, 9}); };
  CHECK(mentions(message_of<InputError>(short_packets),
                 {"packet: '2B' is not allowed", "one in the first beat",
                  "besides the device's route.header or as {tag} in it"}));
}

TEST_CASE("packets with a header of the description's are checked bit by bit", "[testbenches]") {
  const std::vector<std::string> header{
      "0x02", "0", "0x5e", "dest", "1", "port + 7", "0x02", DeviceRoute::kTag, "3", "port", "8"};
  CHECK(violations(64, FrameFault::None, header).empty());
  for (const FrameFault fault : {FrameFault::Mark, FrameFault::Payload, FrameFault::Header,
                                 FrameFault::Repeated, FrameFault::Misrouted}) {
    CAPTURE(static_cast<int>(fault));
    CHECK_FALSE(violations(64, fault, header).empty());
  }
}
