// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_new.h"

#include <optional>
#include <vector>

#include "host/base/errors.h"
#include "host/device/device.h"
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
  const FoundStreams streams = find_streams(usual.ports);
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
