// SPDX-License-Identifier: Apache-2.0
#include "host/device/port_entries.h"

#include <fmt/format.h>

#include <cctype>
#include <limits>

#include "host/device/clock_times.h"
#include "host/device/port_pattern.h"

namespace xb {
namespace {

constexpr double kMostMhz = 1e5;
constexpr unsigned kMostResetCycles = 100000;

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

constexpr bool kMayHaveValue = true;

constexpr bool kMayBeLow = true;

/// NAME, NAME = VALUE, !NAME, or none.
TomlKey port_key(const char* name, DevicePort& port, bool needed, bool may_have_value = false,
                 bool may_be_low = false) {
  const auto read = [&port, needed, may_have_value, may_be_low](const TomlValue& value) {
    std::string given = value.text();
    port.low = may_be_low && given.rfind('!', 0) == 0;
    if (port.low) given.erase(0, 1);
    const auto equals = given.find('=');
    port.place = value.place();
    port.key = value.key;
    if (given == "none" && !needed) return;
    if (equals != std::string::npos) port.value = trimmed(given.substr(equals + 1));
    const bool value_fits = equals == std::string::npos || (may_have_value && !port.value.empty());
    const std::string port_name = trimmed(given.substr(0, equals));
    if (given == "none" || !is_port_name(port_name) || !value_fits) value.refuse();
    port.name = port_name;
  };
  std::string allowed = "a port of the module, with {i} where each port has one of its own";
  if (may_have_value) allowed += ", PORT = VALUE";
  if (may_be_low) allowed += ", !PORT where 0 is meant";
  if (!needed) allowed += ", or none";
  return {name, {std::move(allowed), read}, needed};
}

/// Ports of one bit.
TomlKind names_to(std::vector<std::string>& names, std::string& place) {
  const auto read = [&](const TomlValue& value) {
    names.clear();
    value.each([&](const TomlValue& one) {
      names.push_back(one.text());
      const bool other = value.name == "reset" && names.back().rfind('!', 0) == 0;
      if (!is_port_name(names.back().substr(other ? 1 : 0))) one.refuse();
    });
    if (names.size() == 1 && names.front() == "none" && value.name == "reset") names.clear();
  };
  return with_place(place, {"ports of the module", read});
}

TomlKind mhz_to(std::optional<double>& mhz) {
  return number_to(mhz, std::numeric_limits<double>::denorm_min(), kMostMhz, "above 0, up to 1e5");
}

OtherKeys inner_clocks(DeviceClock& clock) {
  const auto read = [&clock](const TomlValue& value) {
    if (!is_port_name(value.name)) value.refuse_part(value.name, "a port of the module");
    if (clock.inner.size() == kMostInnerClocks)
      value.refuse_part(value.name, fmt::format("at most {} clocks", kMostInnerClocks));
    std::optional<double> mhz;
    mhz_to(mhz).read(value);
    clock.inner.push_back({value.place(), value.name, *mhz});
  };
  return {{"above 0, up to 1e5", read}};
}

TomlKey shown_key(const char* name, DevicePort& port) {
  const auto read = [&port](const TomlValue& value) { port = {value.place(), value.key, "", value.text()}; };
  return {name, {"an output or a signal of the module, with {i} for the port's number", read}};
}

}  // namespace

bool is_port_name(const std::string& text) {
  const auto in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$'; };
  char before = '.';  // of the parts of a name each begins with a letter
  for (const char c : with_port_number(text, 0)) {
    const bool fits = before == '.' ? std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'
                                    : c == '.' || in_name(static_cast<unsigned char>(c));
    if (!fits) return false;
    before = c;
  }
  return before != '.';
}

bool is_plain_name(const std::string& text) {
  return is_port_name(text) && text.find_first_of("{.") == std::string::npos;
}

std::string driver_text(const TomlValue& value) {
  if (!value.node.is_integer()) return value.text();
  return std::to_string(value.whole(0, std::numeric_limits<std::int64_t>::max()));
}

TomlKeys clock_entries(DeviceClock& clock) {
  return {{"name", names_to(clock.clocks, clock.place)},
          {"mhz", with_place(clock.mhz_place, mhz_to(clock.mhz))},
          {"reset", names_to(clock.resets, clock.reset_place)},
          {"reset-active", choice_to<bool>(clock.reset_low, {{"high", false}, {"low", true}})},
          {"inner", table_of(inner_clocks(clock))},
          {"reset-cycles", whole_to(clock.reset_cycles, 0, kMostResetCycles)}};
}

TomlKeys in_entries(DeviceStream& in) {
  return {port_key("tvalid", in.tvalid, kNeeded, kMayHaveValue),
          port_key("tready", in.tready, !kNeeded, !kMayHaveValue, kMayBeLow),
          port_key("tdata", in.tdata, kNeeded, kMayHaveValue),
          port_key("tlast", in.tlast, !kNeeded),
          port_key("tkeep", in.tkeep, !kNeeded, kMayHaveValue),
          port_key("tdest", in.tdest, !kNeeded, kMayHaveValue),
          port_key("tid", in.tid, !kNeeded, kMayHaveValue),
          port_key("pause", in.pause, !kNeeded, !kMayHaveValue, kMayBeLow),
          port_key("tuser", in.tuser, !kNeeded, kMayHaveValue),
          {"clock", with_place(in.clock_place, text_to(in.clock, "one of clock.name"))}};
}

TomlKeys out_entries(DeviceStream& out) {
  return {port_key("tvalid", out.tvalid, kNeeded, !kMayHaveValue, kMayBeLow),
          port_key("tready", out.tready, !kNeeded, kMayHaveValue),
          port_key("tdata", out.tdata, kNeeded),
          port_key("tkeep", out.tkeep, !kNeeded),
          port_key("tlast", out.tlast, !kNeeded),
          port_key("tdest", out.tdest, !kNeeded),
          port_key("tid", out.tid, !kNeeded),
          port_key("tuser", out.tuser, !kNeeded),
          {"clock", with_place(out.clock_place, text_to(out.clock, "one of clock.name"))}};
}

TomlKeys observe_entries(DeviceObserve& observe) {
  return {shown_key("occupancy", observe.occupancy),
          shown_key("drops", observe.drops),
          shown_key("hol", observe.hol),
          {"queues", choice_to<bool>(observe.of_outputs, {{"inputs", false}, {"outputs", true}})}};
}

TomlKind tie_entry(Device& device) {
  const auto read = [&device](const TomlValue& value) {
    if (!is_port_name(value.name)) value.refuse_part(value.name, "a port of the module");
    device.ties.push_back({value.place(), value.key, value.name, driver_text(value)});
  };
  return table_of(OtherKeys{{"a whole number from 0 on, or an expression of SystemVerilog", read}});
}

}  // namespace xb
