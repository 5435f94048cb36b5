// SPDX-License-Identifier: Apache-2.0
#include "host/device/port_entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "host/base/trimmed.h"
#include "host/device/clock_times.h"
#include "host/device/port_pattern.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

constexpr double kMostMhz = 1e5;
constexpr unsigned kMostResetCycles = 100000, kMostRestCycles = 100000;

constexpr unsigned kMostLinkLatency = 8;
constexpr std::int64_t kMostCredits = 65535;

constexpr bool kMayHaveValue = true;

constexpr bool kMayBeLow = true;
constexpr bool kMayBeCode = true;

/// What may stand behind `=` in SystemVerilog, and ends there: no more statements, comments or brackets.
bool is_one_expression(const std::string& text) {
  constexpr std::string_view kOpening = "([{", kClosing = ")]}";
  std::string open;  // brackets, as what closes them
  bool quoted = false;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const char c = text[n], before = n == 0 ? ' ' : text[n - 1];
    if (c == '"' && before != '\\') quoted = !quoted;
    if (quoted) continue;
    if (c == ';' || (before == '/' && (c == '/' || c == '*'))) return false;
    if (const auto at = kOpening.find(c); at != std::string_view::npos) open += kClosing[at];
    if (kClosing.find(c) == std::string_view::npos) continue;
    if (open.empty() || open.back() != c) return false;
    open.pop_back();
  }
  return open.empty() && !quoted;
}

/// NAME, NAME = VALUE, !NAME, NAME == VALUE, or none.
TomlKey port_key(const char* name, DevicePort& port, bool needed, bool may_have_value = false,
                 bool may_be_low = false, bool may_be_code = false) {
  const auto read = [&port, needed, may_have_value, may_be_low, may_be_code](const TomlValue& value) {
    std::string given = value.text();
    const auto code = std::min({given.find("=="), given.find("!="), given.find(" inside ")});
    if (may_be_code && code != std::string::npos) {
      port.code = given.substr(code);
      given.erase(code);
      if (given[0] == '!' || !is_one_expression(port.code)) value.refuse();
    }
    port.low = may_be_low && given.rfind('!', 0) == 0;
    if (port.low) given.erase(0, 1);
    const auto equals = given.find('=');
    port.place = value.place();
    port.key = value.key;
    if (given == "none" && !needed) return;
    if (equals != std::string::npos) port.value = trimmed(given.substr(equals + 1));
    const bool value_fits = equals == std::string::npos ||
                            (may_have_value && !port.value.empty() && is_one_expression(port.value));
    const std::string port_name = trimmed(given.substr(0, equals));
    if (given == "none" || !is_port_name(port_name) || !value_fits) value.refuse();
    port.name = port_name;
  };
  std::string allowed = "a port of the module, with {i} where each port has one of its own";
  if (may_have_value) allowed += ", PORT = VALUE";
  if (may_be_low) allowed += ", !PORT where 0 is meant";
  if (may_be_code) allowed += ", PORT == VALUE";
  if (!needed) allowed += ", or none";
  return {name, {std::move(allowed), read}, needed};
}

/// Ports that are driven alike, or, with `!` in front, the opposite.
TomlKind names_to(std::vector<std::string>& names, std::string& place) {
  const auto read = [&](const TomlValue& value) {
    names.clear();
    value.each([&](const TomlValue& one) {
      names.push_back(one.text());
      const bool other = names.back().rfind('!', 0) == 0;
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

bool in_plain_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// A number of beats, or an expression of a parameter's kind.
TomlKind credits_to(std::string& to) {
  const auto read = [&to](const TomlValue& value) {
    to = driver_text(value);
    RunConfig largest;
    largest.ports = kMaxPorts;
    try {
      const std::int64_t most = evaluate(to, expression_names(largest));
      if (most < 1 || most > kMostCredits) value.refuse();
    } catch (const std::invalid_argument& error) {
      value.fail(fmt::format("'{}' is not allowed; {}; allowed: {}", to, error.what(), value.allowed));
    }
  };
  return {fmt::format("1..{} beats, or an expression such as '2 * packet'", kMostCredits), read};
}

TomlKey shown_key(const char* name, DevicePort& port) {
  const auto read = [&port](const TomlValue& value) { port = {value.place(), value.key, "", value.text()}; };
  return {name, {"an output or a signal of the module, with {i} for the port's number", read}};
}

}  // namespace

bool is_port_name(const std::string& text) {
  const std::string name = with_port_number(text, 0);
  constexpr std::string_view kOfEscaped =
      "$.[]()<>:/|#@+-";  // of arrays and hierarchies in netlists, of parts
  const auto part = std::min(name.rfind('['), name.size());
  const auto fits = [&](char c) { return in_plain_name(c) || kOfEscaped.find(c) != std::string_view::npos; };
  return !name.empty() && is_plain_name(name.substr(0, 1)) && name.back() != '.' &&
         std::all_of(name.begin(), name.begin() + static_cast<long>(part), fits) &&
         std::all_of(name.begin() + static_cast<long>(part), name.end(),
                     [&](char c) { return fits(c) || c == '*'; });
}

bool is_plain_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 && text[0] != '$' &&
         std::all_of(text.begin(), text.end(), in_plain_name);
}

bool is_module_name(const std::string& text) {
  const auto printed = [](char c) { return c > ' ' && c <= '~'; };
  return is_plain_name(text) ||
         (std::all_of(text.begin(), text.end(), printed) &&
          std::any_of(text.begin(), text.end(), [](char c) { return std::isalpha(c) != 0; }));
}

std::string verilog_name(const std::string& name) { return is_plain_name(name) ? name : "\\" + name + " "; }

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
          port_key("tready", in.tready, !kNeeded, !kMayHaveValue, kMayBeLow, kMayBeCode),
          port_key("credit", in.tready, !kNeeded, !kMayHaveValue, kMayBeLow),
          {"credits", with_place(in.link.place, credits_to(in.link.credits))},
          {"initial-credits", with_place(in.link.place, whole_to(in.link.initial_credits, 0, kMostCredits))},
          {"ready-latency", with_place(in.link.place, whole_to(in.link.ready_latency, 0, kMostLinkLatency))},
          port_key("tdata", in.tdata, kNeeded, kMayHaveValue),
          port_key("tlast", in.tlast, !kNeeded, kMayHaveValue, kMayBeLow),
          port_key("tkeep", in.tkeep, !kNeeded, kMayHaveValue),
          port_key("tdest", in.tdest, !kNeeded, kMayHaveValue),
          port_key("tid", in.tid, !kNeeded, kMayHaveValue),
          port_key("pause", in.pause, !kNeeded, !kMayHaveValue, kMayBeLow),
          port_key("tuser", in.tuser, !kNeeded, kMayHaveValue),
          {"clock", with_place(in.clock_place, text_to(in.clock, "one of clock.name"))}};
}

TomlKeys out_entries(DeviceStream& out) {
  return {
      port_key("tvalid", out.tvalid, kNeeded, !kMayHaveValue, kMayBeLow, kMayBeCode),
      port_key("tready", out.tready, !kNeeded, kMayHaveValue),
      port_key("credit", out.tready, !kNeeded, kMayHaveValue),
      {"credits", with_place(out.link.place, credits_to(out.link.credits))},
      {"initial-credits", with_place(out.link.place, whole_to(out.link.initial_credits, 0, kMostCredits))},
      {"ready-latency", with_place(out.link.place, whole_to(out.link.ready_latency, 0, kMostLinkLatency))},
      {"read-latency", with_place(out.link.place, whole_to(out.link.read_latency, 0, kMostLinkLatency))},
      port_key("tdata", out.tdata, kNeeded),
      port_key("tkeep", out.tkeep, !kNeeded),
      port_key("tlast", out.tlast, !kNeeded, !kMayHaveValue, kMayBeLow, kMayBeCode),
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
    const std::string driver = driver_text(value);
    if (!is_one_expression(driver)) value.refuse();
    device.ties.push_back({value.place(), value.key, value.name, driver});
  };
  return table_of(OtherKeys{{"a whole number from 0 on, or an expression of SystemVerilog", read}});
}

namespace {

constexpr unsigned kMostIds = 64, kMostOutstanding = 64, kMostAhead = 1024;

/// A number of bytes, or an expression that may name `port`.
TomlKind bytes_to(std::string& to) {
  const auto read = [&to](const TomlValue& value) {
    to = driver_text(value);
    RunConfig largest;
    largest.ports = kMaxPorts;
    ExpressionNames names = expression_names(largest);
    names["port"] = 1;
    try {
      static_cast<void>(evaluate(to, names));
    } catch (const std::invalid_argument& error) {
      value.fail(fmt::format("'{}' is not allowed; {}; allowed: {}", to, error.what(), value.allowed));
    }
  };
  return {"a number of bytes, or an expression that may name port, such as 'port << 24'", read};
}

}  // namespace

TomlKeys axi_side_entries(DevicePort& side, DeviceStream& stream) {
  const auto read = [&side](const TomlValue& value) {
    std::string name = value.text();
    if (name.find('*') == std::string::npos) name += "_*";
    side.place = value.place();
    side.key = value.key;
    side.name = name;
    if (!is_port_name(DeviceAxi::signal(side, "awvalid").name)) value.refuse();
  };
  return {
      {"axi",
       {"what the names of a port's signals begin with, such as s{i}_axi, or all of them with * for awvalid "
        "and so on",
        read},
       kNeeded},
      {"clock", with_place(stream.clock_place, text_to(stream.clock, "one of clock.name"))}};
}

TomlKeys axi_entries(DeviceAxi& axi) {
  const auto read = [&axi](const TomlValue& value) {
    const std::string word = value.word({"write", "read", "both"});
    axi.writes = word != "read";
    axi.reads = word != "write";
  };
  const auto power = [&axi](const TomlValue& value) {
    axi.ahead = static_cast<unsigned>(value.whole(1, kMostAhead));
    if ((axi.ahead & (axi.ahead - 1)) != 0) value.refuse();
  };
  return {{"traffic", {"write read both", read}},
          {"base", with_place(axi.place, bytes_to(axi.base)), kNeeded},
          {"size", bytes_to(axi.size), kNeeded},
          {"unmapped", bytes_to(axi.unmapped)},
          {"ids", whole_to(axi.ids, 1, kMostIds)},
          {"outstanding", whole_to(axi.outstanding, 1, kMostOutstanding)},
          {"ahead", {fmt::format("a power of two, 1..{}", kMostAhead), power}}};
}

void take_axi_streams(Device& device) {
  const DeviceAxi& axi = device.axi;
  const std::string address = axi.writes ? "aw" : "ar";
  const std::string data = axi.writes ? "w" : "r";
  const auto set = [&](DeviceStream& stream, const DevicePort& side) {
    stream.tvalid = DeviceAxi::signal(side, address + "valid");
    stream.tready = DeviceAxi::signal(side, address + "ready");
    stream.tdest = DeviceAxi::signal(side, address + "addr");
    stream.tdata = DeviceAxi::signal(side, data + "data");
    stream.tlast = DeviceAxi::signal(side, data + "last");
  };
  set(device.in, axi.in);
  set(device.out, axi.out);
  device.out.tdest = {};
}

namespace {

constexpr std::size_t kMostHeaderBytes = 64;

/// The bytes of a header, `02:00:{tag} {dest + 1}`, as expressions. Throws std::invalid_argument.
std::vector<std::string> bytes_of(const std::string& text) {
  std::vector<std::string> bytes;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == ':') {
      ++at;
      continue;
    }
    const bool is_expression = text[at] == '{';
    const auto end = is_expression ? text.find('}', at) : text.find_first_of(" :", at);
    const std::string word = text.substr(at, end - at);
    if (is_expression) {
      if (end == std::string::npos) throw std::invalid_argument("'}' is missing");
      bytes.push_back(word.substr(1));
    } else {
      const bool hex = word.size() == 2 && std::isxdigit(static_cast<unsigned char>(word[0])) != 0 &&
                       std::isxdigit(static_cast<unsigned char>(word[1])) != 0;
      if (!hex) throw std::invalid_argument(fmt::format("'{}' is no byte of two digits", word));
      bytes.push_back("0x" + word);
    }
    at = end == std::string::npos ? text.size() : end + (is_expression ? 1 : 0);
  }
  return bytes;
}

}  // namespace

TomlKeys route_entries(DeviceRoute& route) {
  const auto read = [&](const TomlValue& value) {
    RunConfig largest;
    largest.ports = kMaxPorts;
    ExpressionNames names = expression_names(largest);
    names["dest"] = names["port"] = 1;
    const std::string text = value.text();
    try {
      route.header = bytes_of(text);
      for (const std::string& byte : route.header) {
        if (byte != DeviceRoute::kTag) static_cast<void>(evaluate(byte, names));
      }
      if (route.header.size() > kMostHeaderBytes)
        throw std::invalid_argument(
            fmt::format("{} bytes; at most {}", route.header.size(), kMostHeaderBytes));
    } catch (const std::invalid_argument& error) {
      value.fail(fmt::format("'{}' is not allowed; {}; allowed: {}", text, error.what(), value.allowed));
    }
  };
  const TomlKind header{
      "bytes of two hexadecimal digits, {tag} and {EXPRESSION} of dest and port, with : or blanks between, "
      "such "
      "as '02:00:00:00:00:{dest} {tag}'",
      read};
  return {{"header", with_place(route.place, header)}};
}

TomlKeys write_entries(Device& device) {
  const auto read_write = [&device](const TomlValue& value) {
    if (!is_port_name(value.name) || value.name.find('{') != std::string::npos)
      value.refuse_part(value.name, "an input of the module");
    device.writes.back().push_back({value.place(), value.key, value.name, driver_text(value)});
  };
  const OtherKeys inputs{{"a whole number from 0 on, or an expression in quotes", read_write}};
  const auto read = [&device, inputs](const TomlValue& value) {
    if (!value.node.is_array()) value.refuse();
    value.each([&](const TomlValue& row) {
      if (!row.node.is_table()) row.refuse();
      device.writes.emplace_back();
      row.read_table({}, &inputs);
    });
  };
  const TomlKind writes{"a list of cycles, such as [{we = 1, address = 'port', data = '1 << port'}]", read};
  return {{"rest", whole_to(device.rest_cycles, 0, kMostRestCycles)},
          {"writes", with_place(device.writes_place, writes)}};
}

}  // namespace xb
