// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_fit.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "host/base/errors.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/device_wrapper.h"

namespace xb {

namespace fs = std::filesystem;

std::string device_netlist(const Device& device, const RunConfig& config) {
  std::string name = (fs::temp_directory_path() / "xbarlab.XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw RunError(fmt::format("{}: cannot be created", name));
  const fs::path folder = name;
  const auto work = [&] {
    const ModelSources sources = device_sources(device);
    for (const auto& link : sources.links) fs::create_directory_symlink(link.folder, folder / link.name);
    return device_netlist(device, sources, config, folder);
  };
  std::error_code ignored;
  try {
    std::string netlist = work();
    fs::remove_all(folder, ignored);
    return netlist;
  } catch (const std::exception&) {
    fs::remove_all(folder, ignored);
    throw;
  }
}

void check_device_ports(const Device& device, const RunConfig& config) {
  static_cast<void>(device_wrapper(device, ports_in_netlist(device_netlist(device, config)), config));
}

}  // namespace xb
