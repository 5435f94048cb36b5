// SPDX-License-Identifier: Apache-2.0
// Switches whose ports are interfaces (foreign/faced.sv), beside their twin with plain ports.
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/run/run_result.h"
#include "testbenches/engines/paths.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/module_ports.h"
#include "testbenches/sources/source_search.h"
#include "testbenches/tracing/device_check.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/keys_of.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// A folder with the sources, and descriptions.
class Faced {
 public:
  Faced() {
    for (const char* name : {"faced.sv", "fx_parts.sv"})
      fs::create_symlink(source_dir() / "tests/testbenches/device/foreign" / name, folder_.path() / name);
  }
  [[nodiscard]] std::string described(const std::string& top, const std::string& define = "NONE") const {
    GivenSources given;
    for (const char* name : {"faced.sv", "fx_parts.sv"})
      given.words.push_back((folder_.path() / name).string());
    given.defines = {define};
    given.top = top;
    return new_description(given, folder_.path());
  }
  /// With a source of its own.
  [[nodiscard]] std::string described_source(const std::string& source) const {
    GivenSources given;
    given.words.push_back((folder_.path() / "own.sv").string());
    std::ofstream(given.words.front()) << source;
    return new_description(given, folder_.path());
  }
  [[nodiscard]] Setup setup(const std::string& description, unsigned width = 64) const {
    const std::string file = (folder_.path() / "faced.toml").string();
    std::ofstream(file) << description;
    RunConfig config = config_of("ports 4, load 1, cycles 5000, warmup 100, packet 1..9");
    config.width = width;
    set_key(config, "device", file, "test");
    return resolve(config);
  }
  /// What its ports are said to be that they are not.
  [[nodiscard]] std::string refused(const std::string& description) const {
    const Setup made = setup(description);
    return message_of<InputError>([&] { check_device_ports(*made.device, made.config); });
  }
  [[nodiscard]] std::string refused_source(const std::string& source) const {
    return message_of<InputError>([&] { static_cast<void>(described_source(source)); });
  }

 private:
  ScratchFolder folder_;
};

std::string record_of_faced(const Setup& setup) {
  const RunResult result = run_point(setup.config);
  nlohmann::ordered_json record = result_to_json(setup.config, result);
  record.erase("cpu_seconds");
  record.erase("cycles_per_cpu_second");
  CHECK(result.delivered_packets > 1000);
  return record.dump();
}

}  // namespace

TEST_CASE("a switch whose ports are interfaces has the record of its twin with plain ports",
          "[testbenches]") {
  const Faced faced;
  const std::string plain = record_of_faced(faced.setup(faced.described("plain")));
  const std::string arrays = faced.described("arrays");
  CHECK(mentions(arrays, {"N = \"ports\"\n", "DATA_W = \"width\"\nDEST_W = \"log2(ports)\"\n",
                          "tvalid = \"s_axis[{i}].tvalid\"\n", "tready = \"m_axis[{i}].tready\"\n"}));
  CHECK(record_of_faced(faced.setup(arrays)) == plain);
  const std::string numbered = faced.described("numbered");
  CHECK(mentions(numbered, {"ports = 4\nwidth = 64\n", "name = [\"in{i}.clk\", \"out{i}.clk\"]\n",
                            "reset = [\"in{i}.rst\", \"out{i}.rst\"]\n", "tvalid = \"in{i}.valid\"\n",
                            "tdata = \"in{i}.beat.data\"\n", "tlast = \"out{i}.beat.last\"\n"}));
  CHECK(record_of_faced(faced.setup(numbered)) == plain);
  const std::string bundled = faced.described("bundled");
  CHECK(mentions(bundled, {"name = \"clk\"\n", "tdata = \"in.data\"\n", "tvalid = \"out.valid\"\n"}));
  CHECK(record_of_faced(faced.setup(bundled)) == plain);
}

TEST_CASE("device check: a fault behind interfaces is found, and a queue there looked at", "[testbenches]") {
  const Faced faced;
  const auto described = [&](const char* define) {
    return replaced(faced.described("arrays", define), "# W = 64\n", "W = \"width\"\n");
  };
  const std::string right = described("NONE");
  const std::string used = "u_plain.u_plain.gen_in[{i}].u_fifo.wr - u_plain.u_plain.gen_in[{i}].u_fifo.rd";
  CHECK_FALSE(check_device(faced.setup(right + "\n[observe]\noccupancy = \"" + used + "\"\n", 32)).violation);
  CHECK(mentions(faced.refused(replaced(right, "N = \"ports\"", "N = 2")),
                 {": ports: arrays has 2 ports, not 4"}));
  const DeviceCheck swapped = check_device(faced.setup(described("SWAPPED")));
  REQUIRE(swapped.violation);
  CHECK(mentions(swapped.violation->text(), {"tlast"}));
}

TEST_CASE("a parameter of an interface is the module's of that name, or one port's", "[testbenches]") {
  const Faced faced;
  const std::string text = replaced(faced.described("arrays"), "N = \"ports\"\n",
                                    "N = 4\n\"m_axis.DEST_W\" = 5\n\"m_axis.DATA_W\" = 256\n");
  const Setup setup = faced.setup(text, 128);
  std::map<std::string, unsigned> bits;
  for (const ModulePort& port : ports_in_netlist(device_netlist(*setup.device, setup.config)))
    bits[port.name] = port.bits;
  CHECK(bits["s_axis[3].tdata"] == 128);
  CHECK(bits["s_axis[0].tkeep"] == 16);
  CHECK(bits["s_axis[0].tdest"] == 2);
  CHECK(bits["m_axis[3].tdest"] == 5);
  CHECK(bits["m_axis[3].tkeep"] == 32);
  const auto described = [&](const std::string& interface, const std::string& module) {
    return faced.described_source("interface i #(" + interface + ");\n  logic clk, v, r; logic [W-1:0] d;\n" +
                                  "  modport in(input clk, v, d, output r); modport out(output v, d, input "
                                  "clk, r);\nendinterface\nmodule m " +
                                  module +
                                  "(i.in s_axis[2], i.out m_axis[2]);\n  i #(8) inner();\nendmodule\n");
  };
  const char* const wide = "[parameters]\nW = \"width\"\n\n";
  CHECK(
      mentions(described("parameter W = 32", "#(parameter W = 8)"),
               {wide, "name = [\"s_axis[{i}].clk\", \"m_axis[{i}].clk\"]\n", "tdata = \"m_axis[{i}].d\"\n"}));
  CHECK(mentions(described("parameter W = 32", ""), {wide}));
  CHECK(mentions(described("parameter W", ""), {wide}));  // without a default
  CHECK(mentions(described("parameter W = 32", "#(localparam W = 16)"), {"width = 16\n\n[parameters]\n\n"}));
}

TEST_CASE("what is wrong with interfaces as ports is one line", "[testbenches]") {
  const Faced faced;
  const std::string text = faced.described("arrays");
  CHECK(
      mentions(faced.refused(replaced(text, "DATA_W =", "\"m_axis.NONE\" =")),
               {"faced.toml:", ": parameters.m_axis.NONE: arrays has no such parameter; allowed: its own"}));
  CHECK(
      mentions(faced.refused(replaced(text, "\"s_axis[{i}].tlast\"", "\"s_axis[{i}].last\"")),
               {": in.tlast: arrays has no port 's_axis[0].last'; allowed: 's_axis[0].tlast', the nearest"}));
  const char* const around = "allowed: INTERFACE.MODPORT NAME in its head, or a module around it";
  const auto of_bus = [&](const std::string& module) {
    return faced.refused_source(
        "interface bus; logic v; logic [7:0] d; modport in(input v, d); endinterface\n" + module +
        " endmodule\n");
  };
  CHECK(mentions(of_bus("module m(bus.in s, bus t);"),
                 {"--top: device.top: m has an interface as a port, 't', without a modport; ", around}));
  CHECK(mentions(of_bus("module m(bus s); bus inner();"), {"an interface as a port, 's', without", around}));
  const std::string unread = of_bus("module m(bus.in s, types t);");  // in no file: what 5.006 does not say
  CHECK((mentions(unread, {"an interface as a port, without a modport; ", around}) ||
         mentions(unread, {"'types'; allowed: also the file that declares 'types'"})));
  CHECK(mentions(of_bus("module m(s); bus.in s;"), {"own.sv:2:", around}));
  CHECK(mentions(of_bus("module m #(parameter N = 1 << 20) (bus.in s[N]);"),
                 {", 's', with 1048576 elements; "}));
  CHECK(mentions(of_bus("module m(interface.in s);"), {"own.sv:2:10: ", "generic interfaces; ", around}));
  CHECK(mentions(of_bus("module m(bus.in s[2]); localparam W = $bits(s[0].d);"),
                 {"own.sv:2:", "dotted references", "allowed: parameters of the module in the place"}));
  CHECK(mentions(of_bus("module m(bus.out s);"), {"Modport not found under interface 'bus': 'out'"}));
  CHECK(mentions(faced.refused_source("module m(none.in s); endmodule\n"),
                 {"--top: ", "'none'; allowed: also the file that declares 'none'"}));
}
