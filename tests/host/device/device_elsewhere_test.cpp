// SPDX-License-Identifier: Apache-2.0
// What a description says besides ports: several clocks, a header in the payload, a table that is written
// first.
#include <fstream>

#include "host/base/errors.h"
#include "host/device/clock_times.h"
#include "host/device/device_writes.h"
#include "host/device/wire_format.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// A description with these lines in front of its ports.
std::shared_ptr<const Device> described(const std::string& lines) {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "s.sv") << "module s; endmodule\n";
  const auto file = folder.path() / "my.toml";
  std::ofstream(file) << lines
                      << "\n[device]\ntop = \"s\"\nfiles = \"s.sv\"\n[in]\ntvalid = \"a\"\ntdata = \"b\"\n"
                         "tlast = \"c\"\n[out]\ntvalid = \"d\"\ntdata = \"e\"\ntlast = \"f\"\n";
  return read_device(file.string());
}
std::string elsewhere_refusal(const std::string& lines) {
  return message_of<InputError>([&] { described(lines); });
}
RunConfig at(unsigned ports, unsigned width) {
  RunConfig config;
  config.ports = ports;
  config.width = width;
  return config;
}
std::uint64_t header_word(unsigned input, unsigned output, std::uint32_t sequence) {
  return PacketHeader{input, output, 3, sequence, 5}.encode();
}

}  // namespace

TEST_CASE("half periods of several clocks are exact multiples of one tick", "[host]") {
  const auto device = described("[clock]\nmhz = 156.25\ninner = {core = 322.265625, slow = 62.5}\n");
  const ClockTimes times = clock_times(device->clock);
  REQUIRE(times.inner_half.size() == 2);
  CHECK(times.port_half * 16 == times.inner_half[0] * 33);  // 322.265625 / 156.25 = 33 / 16
  CHECK(times.port_half * 5 == times.inner_half[1] * 2);
  CHECK(clock_times(described("")->clock).inner_half.empty());
}

TEST_CASE("clocks that cannot be had are refused", "[host]") {
  CHECK(mentions(elsewhere_refusal("[clock]\ninner = {core = 100}\n"),
                 {"clock.mhz: missing; allowed: that of clock.name"}));
  CHECK(mentions(elsewhere_refusal("[clock]\nmhz = 1\ninner = {core = 65}\n"),
                 {":3:17: clock.inner.core: '65' is not allowed beside the ports' 1 MHz"}));
  CHECK(mentions(elsewhere_refusal("[clock]\nmhz = 100.0000001\ninner = {core = 65}\n"),
                 {"clock.mhz: ", "at most 6 decimals"}));
  CHECK(mentions(elsewhere_refusal("[clock]\nmhz = 1\ninner = {a = 1, b = 1, c = 1, d = 1}\n"),
                 {"at most 3 clocks"}));
  CHECK(mentions(elsewhere_refusal("[clock]\nmhz = 1\ninner = {clk = 1}\n"),
                 {"clock.inner.clk: not allowed, as it is in clock.name"}));
  CHECK(mentions(
      elsewhere_refusal(
          "[clock]\nmhz = 99999.999999\ninner = {a = 99999.999997, b = 99999.999971, c = 77777.777777}\n"),
      {"clock.inner.", "numbers"}));
}

TEST_CASE("a side at a clock of another frequency is refused", "[host]") {
  const std::string text = "[clock]\nmhz = 1\ninner = {core = 2}\n";
  const ScratchFolder folder;
  std::ofstream(folder.path() / "s.sv") << "module s; endmodule\n";
  std::ofstream(folder.path() / "my.toml")
      << text +
             "[device]\ntop = \"s\"\nfiles = \"s.sv\"\n[in]\ntvalid = \"a\"\ntdata = \"b\"\ntlast = "
             "\"c\"\nclock = \"clk\"\n"
             "[out]\ntvalid = \"d\"\ntdata = \"e\"\ntlast = \"f\"\nclock = \"core\"\n";
  CHECK(mentions(
      message_of<InputError>([&] { read_device((folder.path() / "my.toml").string()); }),
      {":16:9: out.clock: 'core' is not allowed; allowed: clk: the ports of both sides are at clock.name"}));
}

TEST_CASE("rows that name the port are written together for each port", "[host]") {
  const auto device = described(
      "[setup]\nwrites = [{on = 1}, {high = 1, data = \"port >> 1\"}, {}, {data = \"0x10 + port\"}, {on = "
      "0}]\n");
  std::string text;
  for (const auto& row : device_writes(*device, at(2, 64))) {
    for (const WriteValue& value : row) text += value.write->name + "=" + std::to_string(value.value) + " ";
    text += "| ";
  }
  CHECK(text == "on=1 | data=0 high=1 | | data=16 | data=0 high=1 | | data=17 | on=0 | ");
  CHECK(mentions(elsewhere_refusal("[setup]\nwrites = 3\n"),
                 {":2:10: setup.writes: '3' is not allowed; allowed: a list of cycles"}));
  CHECK(mentions(elsewhere_refusal("[setup]\nwrites = [{a = -1}]\n"),
                 {"setup.writes.a: '-1' is not allowed; allowed: a whole number from 0 on"}));
  CHECK(mentions(message_of<InputError>(
                     [&] { device_writes(*described("[setup]\nwrites = [{a = \"prot\"}]\n"), at(2, 64)); }),
                 {"setup.writes.a: 'prot' is not allowed; 'prot' is not known"}));
  CHECK(mentions(message_of<InputError>([&] {
                   device_writes(*described("[setup]\nwrites = [{a = \"port - 1\"}]\n"), at(2, 64));
                 }),
                 {"setup.writes.a: 'port - 1' is not allowed; it is below 0"}));
}

TEST_CASE("narrow beats carry a mark first, and the lower bits of the hosts' beats then", "[host]") {
  const auto device = described("");
  CHECK_FALSE(WireFormat::is_needed(*device, at(64, 64)));
  REQUIRE(WireFormat::is_needed(*device, at(64, 32)));
  const std::uint64_t beat = 0x0123456789abcdef;
  for (const auto& [width, mark] :
       {std::pair(8U, 0x3fU | 5U << 6U), std::pair(16U, 0x3fU | 9U << 6U | 5U << 12U)}) {
    const WireFormat format(*device, at(64, width));
    std::uint64_t wires = 0;
    format.to_wires(header_word(63, 9, 5), 0, &beat, &wires);
    CHECK(wires == (mark & ((1U << width) - 1)));
    CHECK(format.source_of(&wires) == 63);
    format.to_wires(header_word(63, 9, 5), 1, &beat, &wires);
    CHECK(wires == (beat & ((1U << width) - 1)));
    CHECK(format.least_beats() == 1);
  }
  const WireFormat format(*device, at(64, 32));
  std::uint64_t wires = 0, other = 0;
  format.to_wires(header_word(63, 9, 0x20005), 0, &beat, &wires);
  format.to_wires(header_word(63, 9, 0x00005), 0, &beat, &other);
  CHECK(wires != other);
}

TEST_CASE("a header stands in the place of a packet's first bytes, but for its tag", "[host]") {
  const auto device =
      described("[route]\nheader = \"02:{tag} {dest + 16}:{port} FF {1} 00 00 ab {dest * 2}\"\n");
  const WireFormat format(*device, at(4, 64));
  CHECK(format.least_beats() == 2);
  const std::uint64_t beat = 0x0123456789abcdef;
  std::uint64_t wires = 0;
  format.to_wires(header_word(3, 2, 1), 0, &beat, &wires);
  CHECK(wires == 0x000001ff03124302);  // bytes from the right; the tag is input 3, sequence 1
  format.to_wires(header_word(3, 2, 1), 1, &beat, &wires);
  CHECK(wires == 0x0123456789ab04ab);
}

TEST_CASE("headers that are none, or leave no room for the mark, are refused", "[host]") {
  CHECK(mentions(elsewhere_refusal("[route]\nheader = \"02:3\"\n"),
                 {":2:10: route.header: ", "'3' is no byte of two digits"}));
  CHECK(mentions(elsewhere_refusal("[route]\nheader = \"02:{dset}\"\n"), {"'dset' is not known"}));
  CHECK(mentions(elsewhere_refusal("[route]\nheader = \"{dest\"\n"), {"'}' is missing"}));
  const auto refused = [](const std::string& lines, unsigned width) {
    const auto device = described(lines);
    return message_of<InputError>([&] { WireFormat(*device, at(4, width)); });
  };
  CHECK(mentions(
      refused("[route]\nheader = \"02:00:00:00:00:{dest}\"\n", 32),
      {":2:10: route.header: not allowed with a width of 32: it leaves 0 bytes", "{tag} in its place"}));
  CHECK(mentions(refused("[route]\nheader = \"{dest * 100}\"\n", 64),
                 {"route.header: 'dest * 100' is 300 for input 0 and output 3; allowed: 0..255"}));
  CHECK(mentions(refused("[claims]\nlossless = false\n", 16),
                 {"width: not allowed with a width of 16", "at least 4 where packets may be lost"}));
}
