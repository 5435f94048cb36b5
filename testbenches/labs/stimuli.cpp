// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/stimuli.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/base/errors.h"
#include "host/base/table_reader.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "testbenches/labs/criterion.h"

namespace xb {
namespace {

const std::vector<std::string> kStimulusKeys{"traffic", "load",   "packet",         "burst",    "targets",
                                             "seed",    "cycles", "receiver-stall", "unbalance"};
constexpr std::uint64_t kMostStimulusCycles = 30000;

std::vector<std::string> flags_in(TableReader& reader, const toml::table& stimulus) {
  std::vector<std::string> flags;
  RunConfig config;
  set_key(config, "engine", "rtl", kStimuliFile);
  set_key(config, "ports", "4", kStimuliFile);
  const auto read = [&](const TomlValue& key) {
    const std::string value = key.scalar();
    if (key.name == "traffic" && value.find(':') != std::string::npos) key.refuse_for("random sources");
    set_key(config, key.name, value, key.place());
    if (key.name == "cycles" && config.cycles > kMostStimulusCycles)
      key.refuse_for(fmt::format("up to {}", kMostStimulusCycles));
    flags.insert(flags.end(), {"--" + key.name, value});
  };
  const OtherKeys keys{
      {"a text or a number", read}, kStimulusKeys, fmt::format("{}", fmt::join(kStimulusKeys, " "))};
  reader.read_table(stimulus, "", {}, &keys);
  if (!stimulus.contains("cycles"))
    reader.errors.add(fmt::format("{}: cycles: missing; allowed: up to {}", reader.place(stimulus.source()),
                                  kMostStimulusCycles));
  reader.throw_if_any();
  resolve(config);
  return flags;
}

}  // namespace

std::vector<std::string> stimulus_flags(const std::string& text, const std::string& name) {
  try {
    TableReader reader(kStimuliFile, text);
    const toml::table* const stimulus = reader.table()[name].as_table();
    if (stimulus == nullptr) throw not_reached("{} has no [{}]", kStimuliFile, name);
    return flags_in(reader, *stimulus);
  } catch (const InputError& error) {
    const std::string lines = error.what();
    throw NotReached(lines.substr(0, lines.find('\n')));
  }
}

}  // namespace xb
