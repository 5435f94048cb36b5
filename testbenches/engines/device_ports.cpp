// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/device_ports.h"

#include <fmt/format.h>

#include "testbenches/engines/model_library.h"
#include "testbenches/sources/device_sources.h"

namespace xb {

void DevicePorts::check(const RunConfig& config) {
  if (!config.has_device()) return;
  const std::string ports = fmt::format(
      "{} {} {} {} {} {} {} {}\n{}", config.ports, config.width, config.depth, config.longest_beats(),
      config.packet_in_bytes, config.classes, config.host_cable, config.pause_response, config.device);
  if (!seen_.insert(ports).second) return;
  const Setup setup = resolve(config);
  if (!has_model(ModelSpec::of(setup, false))) check_device_ports(*setup.device, setup.config);
}

}  // namespace xb
