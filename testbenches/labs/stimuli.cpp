// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/stimuli.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "host/base/errors.h"
#include "host/base/toml_place.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "testbenches/experiment/expectation_reader.h"
#include "testbenches/labs/criterion.h"

namespace xb {
namespace {

constexpr std::array<const char*, 9> kStimulusKeys{
    "traffic", "load", "packet", "burst", "targets", "seed", "cycles", "receiver-stall", "unbalance"};
constexpr std::uint64_t kMostStimulusCycles = 30000;

std::vector<std::string> flags_in(const toml::table& stimulus) {
  std::vector<std::string> flags;
  RunConfig config;
  set_key(config, "engine", "rtl", kStimuliFile);
  set_key(config, "ports", "4", kStimuliFile);
  for (const auto& [name, node] : stimulus) {
    const std::string key(name.str()), place = toml_place(kStimuliFile, node);
    if (std::find(kStimulusKeys.begin(), kStimulusKeys.end(), key) == kStimulusKeys.end())
      throw InputError(
          fmt::format("{}: unknown key '{}'; allowed: {}", place, key, fmt::join(kStimulusKeys, " ")));
    const std::string value = toml_scalar(node, place, key, "a text or a number");
    if (key == "traffic" && value.find(':') != std::string::npos)
      throw InputError(
          fmt::format("{}: traffic: '{}' is not allowed; allowed: random sources", place, value));
    set_key(config, key, value, place);
    flags.insert(flags.end(), {"--" + key, value});
  }
  if (!stimulus.contains("cycles"))
    throw InputError(fmt::format("{}: no 'cycles'; allowed: with it", toml_place(kStimuliFile, stimulus)));
  if (config.cycles > kMostStimulusCycles)
    throw InputError(fmt::format("{}: cycles: {} is not allowed; allowed: up to {}",
                                 toml_place(kStimuliFile, stimulus), config.cycles, kMostStimulusCycles));
  resolve(config);
  return flags;
}

}  // namespace

std::vector<std::string> stimulus_flags(const std::string& text, const std::string& name) {
  try {
    const toml::table all = parse_toml(SourceText(kStimuliFile, text), text);
    const toml::table* const stimulus = all[name].as_table();
    if (stimulus == nullptr) throw NotReached(fmt::format("{} has no [{}]", kStimuliFile, name));
    return flags_in(*stimulus);
  } catch (const InputError& error) {
    const std::string lines = error.what();
    throw NotReached(lines.substr(0, lines.find('\n')));
  }
}

}  // namespace xb
