// SPDX-License-Identifier: Apache-2.0
#include "host/device/device.h"

#include <fstream>
#include <map>
#include <stdexcept>

#include "host/base/errors.h"
#include "host/device/clock_times.h"
#include "host/device/device_writes.h"
#include "host/device/port_entries.h"
#include "host/device/wire_format.h"
#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

const std::string kPortTables = R"([in]
tvalid = "s_tvalid"
tdata = "s{i}_tdata"
tlast = "s_tlast"
tdest = "s_tdest = {dest, 1'b0}"
tkeep = "none"
[out]
tvalid = "m_tvalid"
tdata = "m_tdata"
tlast = "m_tlast"
)";
const std::string kDevice = "[device]\ntop = \"my_switch\"\nfiles = \"my_switch.sv\"\n";

/// A folder with a description and what it names.
class Described {
 public:
  explicit Described(const std::string& text) {
    std::ofstream(folder_.path() / "my_switch.sv") << "module my_switch; endmodule\n";
    std::ofstream(file()) << text;
  }
  [[nodiscard]] std::string file() const { return (folder_.path() / "my.toml").string(); }
  [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }

 private:
  ScratchFolder folder_;
};

std::string device_refusal(const std::string& text) {
  const Described described(text);
  const auto message = message_of<InputError>([&] { read_device(described.file()); });
  CHECK(message.rfind(described.file() + ":", 0) == 0);
  return message;
}

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
RunConfig wires_at(unsigned ports, unsigned width) {
  RunConfig config;
  config.ports = ports;
  config.width = width;
  return config;
}
std::uint64_t header_word(unsigned input, unsigned output, std::uint32_t sequence) {
  return PacketHeader{input, output, 3, sequence, 5}.encode();
}

const ExpressionNames kNames{{"ports", 6}, {"width", 64}};

std::int64_t value(const std::string& text) { return evaluate(text, kNames); }
std::string refused(const std::string& text) {
  return message_of<std::invalid_argument>([&] { evaluate(text, kNames); });
}

}  // namespace

TEST_CASE("a description has defaults for all but sources, module and ports", "[host]") {
  const Described described(kDevice + kPortTables);
  const auto device = read_device(described.file());
  CHECK(device->name == "my");
  CHECK(device->top == "my_switch");
  CHECK(device->sources.files.size() == 1);
  CHECK(device->clock.clocks == std::vector<std::string>{"clk"});
  CHECK_FALSE(device->clock.reset_low);
  CHECK(device->in.tdata.per_port());
  CHECK(device->in.tdata.name_of(13) == "s13_tdata");
  CHECK(device->in.tdest.name == "s_tdest");
  CHECK(device->in.tdest.value == "{dest, 1'b0}");
  CHECK_FALSE(device->in.tkeep.is_there());
  CHECK_FALSE(device->out.tuser.is_there());
  CHECK(device->claims.lossless);
  CHECK_FALSE(device->entry.probes.flags);
  CHECK_FALSE(device->entry.probes.zero_load);
}

TEST_CASE("parameters are numbers, texts and expressions of keys", "[host]") {
  const Described described(kDevice + kPortTables +
                            "[parameters]\nN = \"ports\"\nD = \"1 + log2(ports)\"\nX = 3\nT = true\n"
                            "S = '\"AUTO\"'\nQ = \"depth * 2\"\n");
  const auto device = read_device(described.file());
  RunConfig config = config_of("ports 5, depth 8");
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : device->values_at(config)) values[name] = value;
  CHECK(values == std::map<std::string, std::string>{
                      {"N", "5"}, {"D", "4"}, {"X", "3"}, {"T", "1"}, {"S", "\"AUTO\""}, {"Q", "16"}});
  CHECK(device->uses("depth"));
  CHECK_FALSE(device->uses("packet"));
}

TEST_CASE("an expression's packet is the longest of all classes", "[host]") {
  const auto packet = [](const std::string& keys) { return expression_names(config_of(keys)).at("packet"); };
  CHECK(packet("packet 3..12") == 12);
  CHECK(packet("packet 3, classes 2, class-packet 0:4..9") == 9);
  CHECK(packet("packet 12, classes 2, class-packet 0:4..9,1:8") == 9);
}

TEST_CASE("claims and clocks are read", "[host]") {
  const Described described(kDevice + kPortTables +
                            "[claims]\nlossless = false\nforwarding = \"store-and-forward\"\n"
                            "zero-load-latency = 3\n[clock]\nname = [\"a\", \"b\"]\nreset = \"rst_n\"\n"
                            "reset-active = \"low\"\nreset-cycles = 0\nmhz = 322.265625\n[tie]\nen = 1\n");
  const auto device = read_device(described.file());
  CHECK_FALSE(device->claims.lossless);
  CHECK(device->entry.probes.zero_load);
  CHECK(device->entry.zero_load_cycles({4, 0, 1, 0, 5, true, 0}) == 7);
  CHECK(device->clock.clocks.size() == 2);
  CHECK(device->clock.reset_low);
  CHECK(device->clock.reset_cycles == 0);
  CHECK(device->ties.front().value == "1");
}

TEST_CASE("ports may have names, and mean the opposite", "[host]") {
  const Described described(
      kDevice +
      "[clock]\nreset = [\"a\", \"!b\"]\n[in]\ntvalid = \"{i:n,e_1}_push = valid && ready\"\n"
      "tready = \"!{i:n,e_1}_full\"\ntdata = \"d\"\ntlast = \"l\"\n[out]\n"
      "tvalid = \"!empty\"\ntdata = \"q\"\ntlast = \"k\"\n");
  const auto device = read_device(described.file());
  CHECK(device->in.tvalid.name_of(0) == "n_push");
  CHECK(device->in.tvalid.value == "valid && ready");
  CHECK(device->in.tready.name_of(1) == "e_1_full");
  CHECK(device->in.tready.name_of(2) == "2_full");  // no port has that name
  CHECK(device->in.tready.low);
  CHECK(device->out.tvalid.low);
  CHECK_FALSE(device->in.tvalid.low);
  CHECK(device->clock.resets == std::vector<std::string>{"a", "!b"});
}

TEST_CASE("file lists name files, folders and macros", "[host]") {
  const Described described("[device]\ntop = \"my_switch\"\nfiles = \"all.f\"\n" + kPortTables);
  std::ofstream(described.folder() / "all.f")
      << "// all of it\n+incdir+inc+more +define+A=1+B\nmy_switch.sv # last\n-f sub.f\n";
  std::ofstream(described.folder() / "sub.f") << "./my_switch.sv\n";
  const auto device = read_device(described.file());
  CHECK(device->sources.files.size() == 2);
  CHECK(device->sources.includes.size() == 2);
  CHECK(device->sources.defines == std::vector<std::string>{"A=1", "B"});
  CHECK(device->sources.lists.size() == 2);
  std::ofstream(described.folder() / "sub.f") << "-sv -y lib -v my_switch.sv +libext+.v\n-F sub2.f\n";
  std::ofstream(described.folder() / "sub2.f") << "\n-Wall\n";
  CHECK(mentions(message_of<InputError>([&] { read_device(described.file()); }),
                 {"sub2.f:2: '-Wall' is not allowed; allowed: files, +incdir+"}));
  std::ofstream(described.folder() / "sub2.f") << "\n";
  CHECK(read_device(described.file())->sources.includes.back() == described.folder() / "lib");
  std::ofstream(described.folder() / "sub.f") << "-f all.f\n";
  CHECK(mentions(message_of<InputError>([&] { read_device(described.file()); }), {"none in itself"}));
}

TEST_CASE("file lists may be those of other tools", "[host]") {
  const Described described("[device]\ntop = \"my_switch\"\nfiles = \"flow/all.f\"\n" + kPortTables);
  const auto in_folder = [&](const char* name) { return described.folder() / name; };
  for (const char* name : {"flow", "inc", "my lib"}) std::filesystem::create_directory(in_folder(name));
  for (const char* name : {"my lib/a.sv", "b.sv"}) std::ofstream(in_folder(name)) << "\n";
  const auto list = [&](const std::string& text) { std::ofstream(in_folder("flow/all.f")) << text; };
  const auto device = [&] { return read_device(described.file()); };
  const auto refused = [&](const std::string& text) {
    list(text);
    return message_of<InputError>([&] { device(); });
  };
  // Paths from where the tool is started, above the list; comments of all kinds; ends of lines.
  list(
      "\xEF\xBB\xBF/* of\n b.sv */ \"my lib/a.sv\"\r\n../my\\ lib/a.sv \\\r\n-I inc -Iinc\\\n -DA=1 -D B // "
      "c\n");
  const DeviceSources read = device()->sources;
  REQUIRE(read.files.size() == 2);
  for (const auto& file : read.files) CHECK(std::filesystem::equivalent(file, in_folder("my lib/a.sv")));
  REQUIRE(read.includes.size() == 2);
  for (const auto& folder : read.includes) CHECK(std::filesystem::equivalent(folder, in_folder("inc")));
  CHECK(read.defines == std::vector<std::string>{"A=1", "B"});
  // Comments begin where a word would.
  std::ofstream(in_folder("c#1.sv")) << "\n";
  list("../my\\ lib//a.sv // c\n\"../c#1.sv\" ../c#1.sv # c");
  CHECK(device()->sources.files.size() == 3);
  // What is beside the list comes first.
  std::ofstream(in_folder("flow/b.sv")) << "\n";
  list("b.sv");
  CHECK(std::filesystem::equivalent(device()->sources.files.at(0), in_folder("flow/b.sv")));
  setenv("XB_TEST_ROOT", described.folder().c_str(), 1);
  list("${XB_TEST_ROOT}/b.sv\n$XB_TEST_ROOT/b.sv $(XB_TEST_ROOT)/b.sv");
  CHECK(device()->sources.files == std::vector<std::filesystem::path>(3, in_folder("b.sv")));
  CHECK(mentions(refused("\nb.sv\n$XB_NO/b.sv"), {"all.f:3: '$XB_NO/b.sv': $XB_NO is not set; allowed"}));
  CHECK(mentions(refused("/*\n*/\nno.sv"),
                 {"all.f:3: 'no.sv' is not a file that is there; allowed: relative to"}));
  const std::string utf16("b\0.\0s\0v\0", 8);
  CHECK(mentions(refused(utf16), {"all.f:1: not a text; allowed: a file list in UTF-8"}));
}

TEST_CASE("a description, or a list, that is a link names what is beside it, or beside the file", "[host]") {
  const Described described("[device]\ntop = \"my_switch\"\nfiles = \"flow/all.f\"\n" + kPortTables);
  const auto far = [&](const char* name) { return described.folder() / name; };
  std::filesystem::create_directory(far("flow"));
  std::ofstream(far("flow/all.f")) << "a.sv\nmy_switch.sv\n";
  std::ofstream(far("flow/a.sv")) << "\n";
  const ScratchFolder near;
  std::filesystem::create_symlink(described.file(), near.path() / "my.toml");
  const auto files = [](const std::filesystem::path& of) {
    const DeviceSources read = read_device(of.string())->sources;
    REQUIRE(read.files.size() == 2);
    return read.files;
  };
  const auto is = [](const std::filesystem::path& one, const std::filesystem::path& other) {
    return std::filesystem::equivalent(one, other);
  };
  CHECK(is(files(near.path() / "my.toml")[1], far("my_switch.sv")));
  // A list that is a link by itself; what is beside the link comes first.
  std::filesystem::create_directory(near.path() / "flow");
  std::filesystem::create_symlink(far("flow/all.f"), near.path() / "flow/all.f");
  CHECK(is(files(near.path() / "my.toml")[0], far("flow/a.sv")));
  CHECK(is(files(near.path() / "my.toml")[1], far("my_switch.sv")));
  std::ofstream(near.path() / "flow/a.sv") << "\n";
  CHECK(is(files(near.path() / "my.toml")[0], near.path() / "flow/a.sv"));
}

TEST_CASE("all that is wrong with a description is said, with line and column", "[host]") {
  const auto message = device_refusal(
      "[device]\ntop = 7\nfiels = \"x\"\nfiles = \"none.sv\"\n[clock]\n"
      "reset-active = \"up\"\nreset-cycles = -1\nmhz = 0\n" +
      kPortTables + "[claims]\nlossless = 1\n");
  CHECK(mentions(message, {":2:7: device.top: '7' is not allowed; allowed: the name of a module",
                           "  | top = 7", ":3:1: unknown key 'device.fiels'; allowed: 'files', the nearest",
                           ":4:9: device.files: 'none.sv' is not allowed; allowed: files that are there",
                           ":6:16: clock.reset-active: 'up' is not allowed; allowed: high low",
                           ":7:16: clock.reset-cycles: '-1' is not allowed; allowed: 0..100000",
                           ":8:7: clock.mhz: '0' is not allowed; allowed: above 0",
                           "claims.lossless: '1' is not allowed; allowed: true false"}));
}

TEST_CASE("a port's value is one expression, and nothing behind it", "[host]") {
  const auto tie = [](const std::string& value) {
    return kDevice + kPortTables + "[tie]\nen = '" + value + "'\n";
  };
  for (const char* good : {"1", "8 / 2", "{dest[1:0], 2}", "\"; //\"", "(a[2:0] == 3) ? 1 : 0"})
    CHECK(read_device(Described(tie(good)).file())->ties.front().value == good);
  for (const char* bad : {"dest; assign x = 1", "1 // one", "1 /* one", "(1", "1)", "{1]", "\"a"}) {
    CHECK(mentions(device_refusal(tie(bad)),
                   {"tie.en: '" + std::string(bad) + "' is not allowed; allowed: a whole number"}));
  }
  CHECK(mentions(device_refusal(kDevice + "[in]\ntvalid = \"a\"\ntdest = \"b = dest; assign x = 1\"\n"),
                 {"in.tdest: 'b = dest; assign x = 1' is not allowed"}));
}

TEST_CASE("names that are escaped in the source are those of ports and of the module", "[host]") {
  const Described escaped(
      "[device]\ntop = 'a.b\\c'\nfiles = \"my_switch.sv\"\n[in]\ntvalid = \"s[{i}].v\"\ntdata = \"s:d(0)\"\n"
      "tlast = \"s<l>\"\n[out]\ntvalid = \"m/v\"\ntdata = \"m|d\"\ntlast = \"m-l\"\n");
  const auto device = read_device(escaped.file());
  CHECK(device->top == "a.b\\c");
  CHECK(device->in.tvalid.name_of(1) == "s[1].v");
  for (const char* bad : {"s{j}", "s v", "s*", "[0]", "s.", "$s", "s'"})
    CHECK(mentions(device_refusal(kDevice + "[in]\ntvalid = \"" + bad + "\"\n"), {"in.tvalid: '"}));
  CHECK(verilog_name("a$b_1") == "a$b_1");
  CHECK(verilog_name("a.b") == "\\a.b ");
}

TEST_CASE("a description that is not whole, or none, is refused", "[host]") {
  CHECK(mentions(device_refusal(""), {"device.top: missing", "device.files: missing", "in.tvalid: missing",
                                      "out.tlast: missing"}));
  CHECK(mentions(device_refusal(kDevice + "[in]\ntvalid = \"a b\"\n"),
                 {":5:10: in.tvalid: 'a b' is not allowed"}));
  CHECK(mentions(device_refusal(kDevice + "[out]\ntlast = \"a = 1\"\n"),
                 {"out.tlast: 'a = 1' is not allowed; allowed: a port of the module"}));
  CHECK(mentions(device_refusal(kDevice + "[in]\ntdata = \"a =\"\n"), {"in.tdata: ", "PORT = VALUE"}));
  CHECK(mentions(device_refusal(kDevice + kPortTables + "[parameters]\nA = \"prots\"\n"),
                 {"parameters.A: 'prots' is not allowed; 'prots' is not known; allowed: "}));
  CHECK(mentions(device_refusal(kDevice + "[in]\ntvalid = \"!a\"\ntready = \"!\"\n"),
                 {"in.tvalid: '!a' is not allowed", "in.tready: '!' is not allowed", "!PORT where 0"}));
  CHECK(mentions(device_refusal(kDevice + "width = 48\n" + kPortTables),
                 {"device.width: '48' is not allowed; allowed: 8 16 32 64"}));
  CHECK(mentions(device_refusal("[device\n"), {":1:8: "}));
  CHECK(mentions(message_of<InputError>([] { read_device("/no/such.toml"); }),
                 {"device: '/no/such.toml' is not allowed"}));
}

// What a description says besides ports: several clocks, a header in the payload, a table that is written
// first.

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
  for (const auto& row : device_writes(*device, wires_at(2, 64))) {
    for (const WriteValue& value : row) text += value.write->name + "=" + std::to_string(value.value) + " ";
    text += "| ";
  }
  CHECK(text == "on=1 | data=0 high=1 | | data=16 | data=0 high=1 | | data=17 | on=0 | ");
  const auto rested = device_writes(*described("[setup]\nrest = 3\nwrites = [{on = 1}]\n"), wires_at(2, 64));
  REQUIRE(rested.size() == 4);
  CHECK((rested[0].empty() && rested[2].empty() && rested[3].size() == 1));
  CHECK(mentions(elsewhere_refusal("[setup]\nrest = 200000\n"),
                 {"setup.rest: '200000' is not allowed; allowed: 0..100000"}));
  CHECK(mentions(elsewhere_refusal("[setup]\nwrites = 3\n"),
                 {":2:10: setup.writes: '3' is not allowed; allowed: a list of cycles"}));
  CHECK(mentions(elsewhere_refusal("[setup]\nwrites = [{a = -1}]\n"),
                 {"setup.writes.a: '-1' is not allowed; allowed: a whole number from 0 on"}));
  CHECK(mentions(message_of<InputError>([&] {
                   device_writes(*described("[setup]\nwrites = [{a = \"prot\"}]\n"), wires_at(2, 64));
                 }),
                 {"setup.writes.a: 'prot' is not allowed; 'prot' is not known"}));
  CHECK(mentions(message_of<InputError>([&] {
                   device_writes(*described("[setup]\nwrites = [{a = \"port - 1\"}]\n"), wires_at(2, 64));
                 }),
                 {"setup.writes.a: 'port - 1' is not allowed; it is below 0"}));
}

TEST_CASE("narrow beats carry a mark first, and the lower bits of the hosts' beats then", "[host]") {
  const auto device = described("");
  CHECK_FALSE(WireFormat::is_needed(*device, wires_at(64, 64)));
  REQUIRE(WireFormat::is_needed(*device, wires_at(64, 32)));
  const std::uint64_t beat = 0x0123456789abcdef;
  for (const auto& [width, mark] :
       {std::pair(8U, 0x3fU | 5U << 6U), std::pair(16U, 0x3fU | 9U << 6U | 5U << 12U)}) {
    const WireFormat format(*device, wires_at(64, width));
    std::uint64_t wires = 0;
    format.to_wires(header_word(63, 9, 5), 0, &beat, &wires);
    CHECK(wires == (mark & ((1U << width) - 1)));
    CHECK(format.source_of(&wires) == 63);
    format.to_wires(header_word(63, 9, 5), 1, &beat, &wires);
    CHECK(wires == (beat & ((1U << width) - 1)));
    CHECK(format.least_beats() == 1);
  }
  const WireFormat format(*device, wires_at(64, 32));
  std::uint64_t wires = 0, other = 0;
  format.to_wires(header_word(63, 9, 0x20005), 0, &beat, &wires);
  format.to_wires(header_word(63, 9, 0x00005), 0, &beat, &other);
  CHECK(wires != other);
}

TEST_CASE("a header stands in the place of a packet's first bytes, but for its tag", "[host]") {
  const auto device =
      described("[route]\nheader = \"02:{tag} {dest + 16}:{port} FF {1} 00 00 ab {dest * 2}\"\n");
  const WireFormat format(*device, wires_at(4, 64));
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
    return message_of<InputError>([&] { WireFormat(*device, wires_at(4, width)); });
  };
  CHECK(mentions(
      refused("[route]\nheader = \"02:00:00:00:00:{dest}\"\n", 32),
      {":2:10: route.header: not allowed with a width of 32: it leaves 0 bytes", "{tag} in its place"}));
  CHECK(mentions(refused("[route]\nheader = \"{dest * 100}\"\n", 64),
                 {"route.header: 'dest * 100' is 300 for input 0 and output 3; allowed: 0..255"}));
  CHECK(mentions(refused("[claims]\nlossless = false\n", 16),
                 {"width: not allowed with a width of 16", "at least 4 where packets may be lost"}));
}

TEST_CASE("expressions of whole numbers have the usual order", "[host]") {
  CHECK(value("7") == 7);
  CHECK(value("1 + log2(ports)") == 4);
  CHECK(value("2+3*4") == 14);
  CHECK(value("0x1F + 0xa0") == 191);
  CHECK(value(" ( 2 + 3 ) * 4 ") == 20);
  CHECK(value("20 - 3 - 2") == 15);
  CHECK(value("width / 8 % 5") == 3);
  CHECK(value("1 << 10 >> 3") == 128);
  CHECK(value("max(ports, 8) + min(width, 2 * ports)") == 20);
  CHECK(value("log2(1)") == 0);
  CHECK(value("log2(64)") == 6);
  CHECK(value("log2(65)") == 7);
  CHECK(value("9223372036854775807") == 9223372036854775807);
}

TEST_CASE("what is no expression is refused with the reason", "[host]") {
  CHECK(mentions(refused(""), {"it ends where a value is expected"}));
  CHECK(mentions(refused("1 +"), {"it ends where a value is expected"}));
  CHECK(mentions(refused("1 2"), {"'2' is not expected"}));
  CHECK(mentions(refused("(1"), {"')' is missing"}));
  CHECK(mentions(refused("prots"), {"'prots' is not known; allowed: ", "ports", "width"}));
  CHECK(mentions(refused("1 / (ports - 6)"), {"division by less than 1"}));
  CHECK(mentions(refused("1 << 63"), {"more than 62 places"}));
  CHECK(mentions(refused("log2(0)"), {"logarithm of less than 1"}));
  CHECK(mentions(refused("9223372036854775808"), {"too large"}));
  CHECK(mentions(refused("9223372036854775807 + 1"), {"too large"}));
  CHECK(mentions(refused("4611686018427387904 * 2"), {"too large"}));
  CHECK(mentions(refused(std::string(100000, '(')), {"too many parentheses"}));
}

TEST_CASE("the names that an expression uses are known", "[host]") {
  CHECK(names_in("log2(ports) + 1", kNames) == std::set<std::string>{"ports"});
  CHECK(names_in("3", kNames).empty());
}
