// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/circuit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <sstream>

#include "testbenches/engines/paths.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/device_wrapper.h"
#include "testbenches/sources/rtl_sources.h"

namespace xb {
namespace {

/// `xb_fifo` of `\xb_fifo`, `$paramod\xb_fifo\Width=...` and `$paramod$0123...\xb_fifo`.
std::string plain(const std::string& module) {
  const auto begin = module.find('\\') + 1;
  return module.substr(begin, module.find('\\', begin) - begin);
}

}  // namespace

InstanceTree::InstanceTree(const std::string& dump, std::string top) : top_(std::move(top)) {
  std::istringstream lines(dump);
  std::string module;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind, type, name;
    words >> kind >> type >> name;
    if (kind == "module") module = type;
    if (kind == "cell" && name.size() > 1) modules_[module][name.substr(1)] = type;
  }
}

InstanceTree::Instance InstanceTree::of(const std::string& cell) const {
  std::string module = "\\" + top_;
  std::size_t at = 0;
  // Names of instances have dots of their own, of generate blocks.
  for (std::size_t dot = cell.find('.'); dot != std::string::npos; dot = cell.find('.', dot + 1)) {
    const auto instances = modules_.find(module);
    if (instances == modules_.end()) break;
    const auto found = instances->second.find(cell.substr(at, dot - at));
    if (found == instances->second.end()) continue;
    module = found->second;
    at = dot + 1;
  }
  return {cell.substr(0, at == 0 ? 0 : at - 1), plain(module)};
}

namespace {

namespace fs = std::filesystem;

/// As deep as it is, not as deep as models are built for.
std::uint32_t elaborated_depth(std::uint32_t depth) {
  std::uint32_t elaborated = 2;
  while (elaborated < depth) elaborated *= 2;
  return elaborated;
}

/// Traffic and its seed do not change a circuit.
SwitchSettings tied(SwitchSettings settings) {
  settings.packet_beats = 1;
  settings.seed = 0;
  return settings;
}

CostedModule lab_module(const Setup& setup) {
  CostedModule module;
  module.name = setup.entry->rtl_module;
  module.parameters = {{"NumPorts", std::to_string(setup.config.ports)},
                       {"DataWidth", std::to_string(setup.config.width)},
                       {"MaxDepth", std::to_string(elaborated_depth(setup.settings.depth))}};
  for (const RtlParameter& p : setup.parameters)
    module.parameters.emplace_back(p.name, std::to_string(p.value));
  module.keep = setup.lengths.in_bytes();
  module.classes = setup.config.has_classes();
  if (module.classes) module.parameters.emplace_back("Classes", std::to_string(setup.config.classes));
  if (module.keep) module.parameters.emplace_back("Keep", "1");
  const SwitchSettings settings = tied(setup.settings);
  for_each_setting(settings, [&](const char* name, auto value) {
    module.settings[name] = std::to_string(static_cast<std::uint64_t>(value));
  });
  return module;
}

/// Without what it shows of itself, as yosys knows no names in other modules, and what hosts have for its
/// links.
std::shared_ptr<const Device> by_itself(const Device& device) {
  auto copy = std::make_shared<Device>(device);
  copy->observe = {};
  copy->in.link = copy->out.link = {};
  return copy;
}

bool begins(const std::string& name, const char* beginning) { return name.rfind(beginning, 0) == 0; }

/// The connections of the switch, port by port.
class Pins {
 public:
  explicit Pins(const CostedModule& module) : module_(module) {
    for (const ModulePort& port : module.ports)
      pins_.push_back(fmt::format(".{}({})", port.name, wire(port)));
  }
  [[nodiscard]] unsigned in() const { return in_; }
  [[nodiscard]] unsigned out() const { return out_; }
  [[nodiscard]] std::string text() const { return fmt::format("{}", fmt::join(pins_, ",\n    ")); }
  [[nodiscard]] const std::string& other() const { return other_; }

 private:
  static std::string part(const char* vector, unsigned& used, unsigned bits) {
    used += bits;
    return fmt::format("{}[{}:{}]", vector, used - 1, used - bits);
  }
  std::string wire(const ModulePort& port) {
    const std::string& name = port.name;
    const bool stream =
        (begins(name, "s_axis_") || begins(name, "m_axis_")) &&
        (module_.keep || name.find("tkeep") == std::string::npos) &&
        (module_.classes || name.find("_tid_") == std::string::npos);  // else its ports are not there
    if (port.output) return stream ? part("out", out_, port.bits) : "";
    if (stream) return part("in_q", in_, port.bits);
    if (name == "clk_i" || name == "rst_ni") return name;
    if (begins(name, "s_axis_tkeep")) return "'1";
    if (begins(name, "s_axis_tid")) return "'0";
    if (begins(name, "cfg_")) {
      const auto setting = module_.settings.find(name.substr(4, name.size() - 6));
      if (setting != module_.settings.end()) return fmt::format("{}'d{}", port.bits, setting->second);
    }
    other_ += fmt::format("  input  wire [{}:0] {},\n", port.bits - 1, name);
    return name;
  }

  const CostedModule& module_;
  std::vector<std::string> pins_;
  std::string other_;
  unsigned in_ = 0, out_ = 0;
};

}  // namespace

Circuit::Circuit(const Setup& setup) : config_(setup.config) {
  if (setup.device) {
    device_ = by_itself(*setup.device);
    sources_ = device_sources(*device_);
    module_.name = kDeviceWrapper;
    module_.keep = setup.config.packet_in_bytes;
  } else {
    sources_ = rtl_sources({setup.entry->rtl_module, source_dir() / "rtl", false, setup.config.rtl});
    module_ = lab_module(setup);
  }
}

std::string Circuit::identity() const {
  std::string text = fmt::format("{} {} {}\n", module_.name, module_.keep, sources_.digest());
  for (const auto& [name, value] : module_.parameters) text += fmt::format("{}={}\n", name, value);
  for (const auto& [name, value] : module_.settings) text += fmt::format("cfg_{}={}\n", name, value);
  if (!device_) return text;
  for (const auto& [name, value] : device_->values_at(config_)) text += fmt::format("{}={}\n", name, value);
  return text + fmt::format("{} ports of {} bits\n", config_.ports, config_.width);
}

unsigned Circuit::write(const fs::path& folder) const {
  for (const auto& link : sources_.links) fs::create_directory_symlink(link.folder, folder / link.name);
  ModelSources all = sources_;
  if (device_) {
    write_device_wrapper(*device_, sources_, config_, folder);
    all.files.push_back({kDeviceWrapperFile, folder / kDeviceWrapperFile});
  }
  CostedModule module = module_;
  module.ports = ports_in_netlist(module_netlist(module.name, module.parameters, all, folder));
  const Harness harness = cost_harness(module);
  std::ofstream(folder / kHarnessFile) << harness.text;
  return harness.flip_flops;
}

std::string Circuit::read_command() const {
  const bool old = device_ && device_->sources.verilog_2005;
  std::string flags = " -defer", first = "read_verilog", command = "read_verilog -sv";
  for (const std::string& flag : sources_.flags) {
    if (flag.rfind("-I", 0) == 0 || flag.rfind("-D", 0) == 0) flags += " " + flag;
  }
  first += flags;
  command += flags;
  for (const ModelSource& file : sources_.files)
    (old && file.path.extension() == ".v" ? first : command) += " " + file.name;
  if (device_) command += std::string(" ") + kDeviceWrapperFile;
  return (old ? first + "\n" : "") + command + " " + kHarnessFile;
}

Harness cost_harness(const CostedModule& module) {
  const Pins pins(module);
  std::vector<std::string> parameters;
  for (const auto& [name, value] : module.parameters)
    parameters.push_back(fmt::format(".{}({})", name, value));
  const std::string text = fmt::format(
      "`default_nettype none\n"
      "module {} (\n"
      "  input  wire clk_i, reset_ni, serial_i,\n{}"
      "  output reg  serial_o\n"
      ");\n"
      "  reg           rst_ni;\n"
      "  reg  [{}:0] in_q;\n"
      "  wire [{}:0] out;\n"
      "  reg  [{}:0] out_q, sum_q;\n"
      "  always_ff @(posedge clk_i) begin\n"
      "    rst_ni   <= reset_ni;\n"
      "    in_q     <= {{in_q, serial_i}};\n"
      "    out_q    <= out;\n"
      "    sum_q    <= out_q ^ (sum_q >> 1);\n"
      "    serial_o <= sum_q[0];\n"
      "  end\n"
      "  {} {}u_switch (\n    {}\n  );\n"
      "endmodule\n"
      "`default_nettype wire\n",
      kHarness, pins.other(), pins.in() - 1, pins.out() - 1, pins.out() - 1, module.name,
      parameters.empty() ? "" : fmt::format("#({}) ", fmt::join(parameters, ", ")), pins.text());
  return {text, pins.in() + 2 * pins.out() + 2};
}

}  // namespace xb
