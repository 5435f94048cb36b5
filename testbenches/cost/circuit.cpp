// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/circuit.h"

#include <fmt/format.h>

#include <fstream>

#include "testbenches/engines/paths.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/device_wrapper.h"
#include "testbenches/sources/rtl_sources.h"

namespace xb {
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
  if (setup.config.has_classes())
    module.parameters.emplace_back("Classes", std::to_string(setup.config.classes));
  if (module.keep) module.parameters.emplace_back("Keep", "1");
  const SwitchSettings settings = tied(setup.settings);
  for_each_setting(settings, [&](const char* name, auto value) {
    module.settings[name] = std::to_string(static_cast<std::uint64_t>(value));
  });
  return module;
}

/// Without what it shows of itself: yosys knows no names in other modules.
std::shared_ptr<const Device> unobserved(const Device& device) {
  auto copy = std::make_shared<Device>(device);
  copy->observe = {};
  return copy;
}

}  // namespace

Circuit::Circuit(const Setup& setup) : config_(setup.config) {
  if (setup.device) {
    device_ = unobserved(*setup.device);
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
  std::string command = "read_verilog -sv -defer";
  for (const std::string& flag : sources_.flags) {
    if (flag.rfind("-I", 0) == 0 || flag.rfind("-D", 0) == 0) command += " " + flag;
  }
  for (const ModelSource& file : sources_.files) command += " " + file.name;
  if (device_) command += std::string(" ") + kDeviceWrapperFile;
  return command + " " + kHarnessFile;
}

}  // namespace xb
