// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <map>

#include "host/base/errors.h"
#include "host/device/device.h"
#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

const std::string kPorts = R"([in]
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

}  // namespace

TEST_CASE("a description has defaults for all but sources, module and ports", "[host]") {
  const Described described(kDevice + kPorts);
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
  const Described described(kDevice + kPorts +
                            "[parameters]\nN = \"ports\"\nD = \"1 + log2(ports)\"\nX = 3\nT = true\n"
                            "S = '\"AUTO\"'\nQ = \"depth * 2\"\n");
  const auto device = read_device(described.file());
  RunConfig config;
  config.ports = 5;
  config.depth = 8;
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : device->values_at(config)) values[name] = value;
  CHECK(values == std::map<std::string, std::string>{
                      {"N", "5"}, {"D", "4"}, {"X", "3"}, {"T", "1"}, {"S", "\"AUTO\""}, {"Q", "16"}});
  CHECK(device->uses("depth"));
  CHECK_FALSE(device->uses("packet"));
}

TEST_CASE("claims and clocks are read", "[host]") {
  const Described described(kDevice + kPorts +
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
  const Described described("[device]\ntop = \"my_switch\"\nfiles = \"all.f\"\n" + kPorts);
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

TEST_CASE("all that is wrong with a description is said, with line and column", "[host]") {
  const auto message = device_refusal(
      "[device]\ntop = 7\nfiels = \"x\"\nfiles = \"none.sv\"\n[clock]\n"
      "reset-active = \"up\"\nreset-cycles = -1\nmhz = 0\n" +
      kPorts + "[claims]\nlossless = 1\n");
  CHECK(mentions(message, {":2:7: device.top: '7' is not allowed; allowed: the name of a module",
                           "  | top = 7", ":3:1: unknown key 'device.fiels'; allowed: 'files', the nearest",
                           ":4:9: device.files: 'none.sv' is not allowed; allowed: files that are there",
                           ":6:16: clock.reset-active: 'up' is not allowed; allowed: high low",
                           ":7:16: clock.reset-cycles: '-1' is not allowed; allowed: 0..100000",
                           ":8:7: clock.mhz: '0' is not allowed; allowed: above 0",
                           "claims.lossless: '1' is not allowed; allowed: true false"}));
}

TEST_CASE("a description that is not whole, or none, is refused", "[host]") {
  CHECK(mentions(device_refusal(""), {"device.top: missing", "device.files: missing", "in.tvalid: missing",
                                      "out.tlast: missing"}));
  CHECK(mentions(device_refusal(kDevice + "[in]\ntvalid = \"a b\"\n"),
                 {":5:10: in.tvalid: 'a b' is not allowed"}));
  CHECK(mentions(device_refusal(kDevice + "[in]\ntlast = \"a = 1\"\n"),
                 {"in.tlast: 'a = 1' is not allowed; allowed: a port of the module"}));
  CHECK(mentions(device_refusal(kDevice + "[in]\ntdata = \"a =\"\n"), {"in.tdata: ", "PORT = VALUE"}));
  CHECK(mentions(device_refusal(kDevice + kPorts + "[parameters]\nA = \"prots\"\n"),
                 {"parameters.A: 'prots' is not allowed; 'prots' is not known; allowed: "}));
  CHECK(mentions(device_refusal(kDevice + "[in]\ntvalid = \"!a\"\ntready = \"!\"\n"),
                 {"in.tvalid: '!a' is not allowed", "in.tready: '!' is not allowed", "!PORT where 0"}));
  CHECK(mentions(device_refusal(kDevice + "width = 48\n" + kPorts),
                 {"device.width: '48' is not allowed; allowed: 8 16 32 64"}));
  CHECK(mentions(device_refusal("[device\n"), {":1:8: "}));
  CHECK(mentions(message_of<InputError>([] { read_device("/no/such.toml"); }),
                 {"device: '/no/such.toml' is not allowed"}));
}
