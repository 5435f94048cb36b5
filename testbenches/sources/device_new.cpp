// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_new.h"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <vector>

#include "host/base/errors.h"
#include "host/device/device.h"
#include "host/device/port_entries.h"
#include "host/point/run_config.h"
#include "testbenches/sources/device_fit.h"
#include "testbenches/sources/device_guess.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// The module with one parameter changed.
Elaboration elaborate(Device device, const std::string& name, long value) {
  if (!name.empty()) device.parameters = {{"--top", name, std::to_string(value)}};
  const std::string netlist = device_netlist(device, {});
  return {ports_in_netlist(netlist), parameters_in_netlist(netlist)};
}

/// What registers change at, in the module and all below it. Where that cannot be made names say it.
std::vector<EdgeInput> edges_of(const Device& device) {
  try {
    return edges_in_netlist(device_netlist(device, {}, {"--flatten"}));
  } catch (const std::runtime_error&) {
    return {};
  }
}

/// A description names ports as programs do, and a wrapper drives bits.
void check_ports(const std::vector<ModulePort>& ports, const std::string& top) {
  for (const ModulePort& port : ports) {
    if (port.bits == 0 && !port.output && !port.both)
      throw InputError(
          fmt::format("device new: {} has the port '{}' of a type that cannot be driven; allowed: vectors of "
                      "bits, packed "
                      "structs and one unpacked dimension of these, as a module around it has, as --top",
                      top, port.name));
    if (!is_port_name(port.name))
      throw InputError(
          fmt::format("device new: {} has the port '\\{} '; allowed: names of letters, digits, _ and $, as a "
                      "module around it "
                      "has, `.\\{} (name)`, as --top",
                      top, port.name, port.name));
  }
}

Device device_of(const SourceSearch& search) {
  Device device;
  device.file = "device new";
  device.top = search.top();
  device.top_place = "--top";
  device.sources = search.sources();
  return device;
}

/// Again and again, while something that is missing is found.
Elaboration elaborate_all(SourceSearch& search) {
  for (;;) {
    try {
      return elaborate(device_of(search), "", 0);
    } catch (const InputError& error) {
      if (!search.find_missing(error.what())) throw InputError(search.advice(error.what()));
    }
  }
}

}  // namespace

std::string new_description(const GivenSources& given, const fs::path& folder) {
  SourceSearch search(given);
  const Elaboration usual = elaborate_all(search);
  const Device device = device_of(search);
  const auto changed = [&](const std::string& name, long value) -> std::optional<Elaboration> {
    try {
      return elaborate(device, name, value);
    } catch (const InputError&) {
      return {};
    }
  };
  check_ports(usual.ports, search.top());
  const FoundStreams streams = find_streams(usual.ports, edges_of(device));
  const auto relative = [&](const std::vector<fs::path>& paths) {
    std::vector<std::string> texts;
    for (const fs::path& path : paths)
      texts.push_back(path.lexically_proximate(folder.empty() ? "." : folder).string());
    return texts;
  };
  const GuessedSources sources{search.top(), relative(device.sources.files),
                               relative(device.sources.includes), device.sources.defines, search.notes()};
  return guess_description(sources, usual.ports, streams, find_parameters(usual, streams, changed));
}

}  // namespace xb
