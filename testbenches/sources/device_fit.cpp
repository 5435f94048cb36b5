// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_fit.h"

#include <filesystem>

#include "host/point/run_config.h"
#include "testbenches/process/scratch_area.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/device_wrapper.h"

namespace xb {

std::string device_netlist(const Device& device, const RunConfig& config,
                           const std::vector<std::string>& flags) {
  const ScratchArea area;
  ModelSources sources = device_sources(device);
  sources.flags.insert(sources.flags.end(), flags.begin(), flags.end());
  for (const auto& link : sources.links)
    std::filesystem::create_directory_symlink(link.folder, area.path() / link.name);
  return device_netlist(device, sources, config, area.path());
}

void check_device_ports(const Device& device, const RunConfig& config) {
  static_cast<void>(device_wrapper(device, ports_in_netlist(device_netlist(device, config)), config));
}

}  // namespace xb
