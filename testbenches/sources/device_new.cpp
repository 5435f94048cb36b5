// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "host/base/errors.h"
#include "host/base/plain_path.h"
#include "host/device/device.h"
#include "host/device/port_entries.h"
#include "host/point/run_config.h"
#include "testbenches/sources/device_guess.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/source_search.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// The module with its own parameters, or with some changed; what is missing then is looked for as well.
class Elaborator {
 public:
  explicit Elaborator(const GivenSources& given) : search_(given) {
    device_.file = "device new";
    device_.top = search_.top();
    device_.top_place = "--top";
  }
  /// Throws InputError, one line, with what to do.
  Elaboration usual() {
    for (;;) {
      try {
        Elaboration usual = with(device_.parameters);
        tell_texts(usual.parameters);
        return usual;
      } catch (const InputError& error) {
        if (!give_default(error.what())) throw InputError(search_.advice(error.what()));
      }
    }
  }
  /// Parameters without a default, which have 8 for a start.
  [[nodiscard]] const std::set<std::string>& without_default() const { return without_default_; }
  /// changed() may take so many seconds in all.
  void begin_trials(double seconds) { trials_end_ = Clock::now() + Seconds(seconds); }
  /// Parameters that were to be changed when that time was over.
  [[nodiscard]] const std::set<std::string>& untried() const { return untried_; }
  /// Nothing where the module does not take the value.
  std::optional<Elaboration> changed(const std::string& name, long value) {
    const double left = Seconds(trials_end_ - Clock::now()).count();
    if (left <= 0) {
      untried_.insert(name);
      return {};
    }
    std::vector<DeviceParameter> parameters = device_.parameters;
    const auto given =
        std::find_if(parameters.begin(), parameters.end(), [&](const auto& one) { return one.name == name; });
    if (given != parameters.end()) parameters.erase(given);
    parameters.push_back(parameter(name, value));
    try {
      return with(parameters, std::min(left, kElaborationSeconds));
    } catch (const InputError&) {
      return {};
    }
  }
  /// A module with one port a side says little: with more, if parameters make them, its shape is plain.
  void give_ports(Elaboration& usual) {
    constexpr long kPorts = 4;
    const auto ports_of = [](const Elaboration& one) {
      const FoundStreams streams = find_streams(one.ports);
      return std::pair(streams.in.ports(), streams.out.ports());
    };
    if (ports_of(usual) != std::pair(1U, 1U)) return;
    std::vector<DeviceParameter> larger = device_.parameters;
    for (const ModuleParameter& one : usual.parameters) {
      if (!one.whole || one.value != 1) continue;
      const auto with_more = changed(one.name, kPorts);
      if (with_more && ports_of(*with_more) != ports_of(usual)) larger.push_back(parameter(one.name, kPorts));
    }
    try {
      usual = with(larger);
      device_.parameters = larger;
    } catch (const InputError&) {
      return;  // not all at once
    }
  }
  [[nodiscard]] const SourceSearch& search() const { return search_; }
  [[nodiscard]] const Device& device() const { return device_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;

  /// Bits without a type are a text where the sources have one.
  void tell_texts(std::vector<ModuleParameter>& parameters) const {
    for (ModuleParameter& one : parameters) {
      const bool may_be_number = !one.text.empty() && !one.has_type_of_text;
      if (may_be_number && !search_.has_literal('"' + one.text + '"')) one.text.clear();
      one.whole &= one.text.empty();
    }
  }
  static DeviceParameter parameter(const std::string& name, long value) {
    return {"--top", name, std::to_string(value)};
  }
  /// Whether the message misses the value of a parameter that has none yet.
  bool give_default(const std::string& message) {
    constexpr long kDefault = 8;
    const auto says = message.find("is never given value");
    const auto begin = says == std::string::npos ? says : message.find('\'', says);
    if (begin == std::string::npos) return false;
    const std::string name = message.substr(begin + 1, message.find('\'', begin + 1) - begin - 1);
    if (!is_plain_name(name) || !without_default_.insert(name).second) return false;
    device_.parameters.push_back(parameter(name, kDefault));
    return true;
  }
  Elaboration with(const std::vector<DeviceParameter>& parameters, double seconds = kElaborationSeconds) {
    for (;;) {
      device_.sources = search_.sources();
      Device device = device_;
      device.parameters = parameters;
      try {
        const std::string netlist = device_netlist(device, {}, {}, seconds);
        return {ports_in_netlist(netlist), parameters_in_netlist(netlist)};
      } catch (const InputError& error) {
        if (!search_.find_missing(error.what())) throw;
      }
    }
  }

  SourceSearch search_;
  Device device_;
  std::set<std::string> without_default_, untried_;
  std::chrono::time_point<Clock, Seconds> trials_end_;
};

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
          "device new: {} has the port '{}' of a type that cannot be driven; allowed: vectors of "
          "bits, packed "
          "structs and one unpacked dimension of these, as a module around it has, as --top",
          top, port.name);
    if (!is_port_name(port.name))
      throw InputError(
          "device new: {} has the port '\\{} '; allowed: names of letters, digits, and _ $ . [ ] ( ) < > : / "
          "| "
          "# @ + -, "
          "as a module around it has, `.\\{} (name)`, as --top",
          top, port.name, port.name);
  }
}

}  // namespace

std::string new_description(const GivenSources& given, const fs::path& folder,
                            const std::function<void(const std::string&)>& tell, double trial_seconds) {
  Elaborator elaborator(given);
  if (tell) tell(elaborator.search().top());
  Elaboration usual = elaborator.usual();
  const SourceSearch& search = elaborator.search();
  check_ports(usual.ports, search.top());
  elaborator.begin_trials(trial_seconds);
  elaborator.give_ports(usual);
  const FoundStreams streams = find_streams(usual.ports, edges_of(elaborator.device()));
  FoundParameters parameters = find_parameters(usual, streams, [&](const std::string& name, long value) {
    if (tell) tell(fmt::format("{} with {} = {}", search.top(), name, value));
    return elaborator.changed(name, value);
  });
  for (FoundParameter& one : parameters.all) {
    if (one.expression.empty() && one.note.empty() && elaborator.untried().count(one.parameter.name) == 1)
      one.note = fmt::format("not tried, as elaborations took {} s in all: does it say ports, or a width?",
                             trial_seconds);
    if (!one.expression.empty() || elaborator.without_default().count(one.parameter.name) == 0) continue;
    one.expression = std::to_string(one.parameter.value);
    one.note = "it has no default: which value is right?";
  }
  const auto relative = [&](const std::vector<fs::path>& paths) {
    std::vector<std::string> texts;
    const auto whole = [](const fs::path& path) { return plain_path(fs::absolute(path)); };
    for (const fs::path& path : paths)
      texts.push_back(whole(path).lexically_proximate(whole(folder.empty() ? "." : folder)).string());
    return texts;
  };
  const DeviceSources& sources = search.sources();
  std::vector<std::string> notes = search.notes();
  constexpr unsigned kLeastData = 8;
  if (std::min(streams.in.bits_of(StreamRole::Data), streams.out.bits_of(StreamRole::Data)) < kLeastData) {
    const std::string types = search.type_advice();
    if (!types.empty()) notes.push_back(types);
  }
  if (streams.in.ports() == 0 && streams.out.ports() == 0) {
    const std::string below = search.top_advice();
    if (!below.empty()) notes.push_back(below);
  }
  const GuessedSources guessed{
      search.top(), relative(sources.files), relative(sources.includes), sources.defines,
      notes,        sources.verilog_2005};
  return guess_description(guessed, usual.ports, streams, parameters);
}

}  // namespace xb
