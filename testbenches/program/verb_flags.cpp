// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/verb_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/config/config_keys.h"

namespace xb {
namespace {

std::uint64_t cycles_of(const char* flag, const std::optional<std::string>& text, std::uint64_t least,
                        std::uint64_t usual) {
  constexpr double kMost = 1e18;  // later than any run ends
  std::uint64_t value = usual;
  if (text && !parse_number(*text, static_cast<double>(least), kMost, value))
    throw InputError(fmt::format("{}: '{}' is not allowed; allowed: {}..1e18", flag, *text, least));
  return value;
}

}  // namespace

void add_config_flags(CLI::App& app, std::vector<SweptKey>& given, const std::vector<std::string>& only) {
  for (const auto& key : config_keys()) {
    if (!only.empty() && std::find(only.begin(), only.end(), key.name) == only.end()) continue;
    const auto take = [&given, name = key.name](const std::string& value) {
      given.push_back({name, {value}, "--" + name});
    };
    app.add_option_function<std::string>("--" + key.name, take, fmt::format("{} ({})", key.help, key.allowed))
        ->type_name("VALUE")
        ->trigger_on_parse();
  }
}

std::string not_empty(const char* flag, const std::optional<std::string>& text, const char* allowed) {
  if (text && text->empty())
    throw InputError(fmt::format("{}: '' is not allowed; allowed: {}", flag, allowed));
  return text.value_or("");
}

void TraceOptions::add_to(CLI::App& verb, const std::string& usual_cycles) {
  const auto add = [&](const char* flag, std::optional<std::string>& value, const std::string& help,
                       const char* type) { verb.add_option(flag, value, help)->type_name(type); };
  add("--line-trace", line_trace, "write a line of text per cycle; - for standard output", "FILE");
  add("--trace-from", from, "first cycle to record (default 0)", "CYCLE");
  add("--trace-cycles", cycles,
      "cycles to record, at least 1 (default " + usual_cycles + "; of a line trace alone, all)", "CYCLES");
  add("--trace-on", on, "record around an event: hol drop mismatch assertion occupancy>BEATS latency>CYCLES",
      "EVENT");
  add("--trace-before", before, fmt::format("cycles before the event (default {})", kUsualCyclesBefore),
      "CYCLES");
  add("--trace-after", after, fmt::format("cycles after the event (default {})", kUsualCyclesAfter),
      "CYCLES");
  add("--trace-switch", switch_name,
      "switch of a network to record (default the first on engine rtl, or the first)", "NAME");
}

TraceFlags TraceOptions::flags() const {
  TraceFlags flags;
  flags.waveform = not_empty("--trace", waveform, "a file");
  flags.line_trace = not_empty("--line-trace", line_trace, "a file, or - for standard output");
  flags.on = not_empty("--trace-on", on, "an event");
  flags.switch_name = not_empty("--trace-switch", switch_name, "a switch of the topology");
  const auto number = [](const char* flag, const std::optional<std::string>& text, std::uint64_t least) {
    return text ? std::optional(cycles_of(flag, text, least, 0)) : std::nullopt;
  };
  flags.from = number("--trace-from", from, 0);
  flags.cycles = number("--trace-cycles", cycles, 1);
  flags.before = number("--trace-before", before, 0);
  flags.after = number("--trace-after", after, 0);
  return flags;
}

void TraceOptions::refuse_without(const char* others) const {
  for (const auto& [flag, value] : {std::pair{"--trace-from", from},
                                    {"--trace-cycles", cycles},
                                    {"--trace-on", on},
                                    {"--trace-before", before},
                                    {"--trace-after", after},
                                    {"--trace-switch", switch_name}}) {
    if (value)
      throw InputError(fmt::format("{}: '{}' is not allowed here; allowed: with {}", flag, *value, others));
  }
}

}  // namespace xb
