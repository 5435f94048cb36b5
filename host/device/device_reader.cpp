// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>

#include "host/base/errors.h"
#include "host/base/input_errors.h"
#include "host/base/nearest_word.h"
#include "host/base/parse_number.h"
#include "host/base/text_file.h"
#include "host/base/toml_place.h"
#include "host/device/device.h"
#include "host/device/device_expression.h"
#include "host/link/packet.h"

namespace xb {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// Letters, digits, _ and $; `{i}` too.
bool is_port_name(const std::string& text) {
  std::string rest = text;
  for (auto at = rest.find("{i}"); at != std::string::npos; at = rest.find("{i}")) rest.replace(at, 3, "0");
  const auto in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$'; };
  return !rest.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_') &&
         std::all_of(rest.begin(), rest.end(), in_name);
}

/// Reads the tables of one file; what is wrong goes into a list.
class DeviceReader {
 public:
  explicit DeviceReader(const std::string& file)
      : file_(file), text_(read_text_file(file, "device", "a description of a switch, .toml")) {
    device_->file = file;
    device_->name = fs::path(file).stem().string();
  }

  std::shared_ptr<const Device> read() {
    const SourceText lines(file_, text_);
    read_table(parse_toml(lines, text_), "", tables());
    if (errors_.empty()) check_complete();
    errors_.throw_if_any(lines);
    describe();
    return device_;
  }

 private:
  using Entry = std::function<void(const toml::node& node, const std::string& key)>;
  struct Named {
    std::string name;
    Entry read;
  };
  using Entries = std::vector<Named>;

  [[nodiscard]] std::string place(const toml::node& node) const { return toml_place(file_, node); }
  [[noreturn]] void refuse(const toml::node& node, const std::string& key, const std::string& value,
                           const std::string& allowed) const {
    throw InputError(fmt::format("{}: {}: {}not allowed; allowed: {}", place(node), key,
                                 value.empty() ? "" : fmt::format("'{}' is ", value), allowed));
  }

  /// Each key of the table is one of `entries`.
  void read_table(const toml::table& table, const std::string& prefix, const Entries& entries) {
    for (const auto& [name, node] : table) {
      const std::string key(name.str());
      const auto known =
          std::find_if(entries.begin(), entries.end(), [&](const Named& entry) { return entry.name == key; });
      if (known == entries.end()) {
        Texts all;
        for (const Named& entry : entries) all.push_back(entry.name);
        const std::string nearest = nearest_word(key, all);
        errors_.add(fmt::format("{}: unknown key '{}{}'; allowed: {}{}", toml_place(file_, name), prefix, key,
                                nearest.empty() ? "" : fmt::format("'{}', the nearest; of ", nearest),
                                fmt::join(all, " ")));
        continue;
      }
      const toml::node& value = node;
      errors_.collect([&] { known->read(value, prefix + key); });
    }
  }
  Entry table_of(Entries entries) {
    return [this, entries = std::move(entries)](const toml::node& node, const std::string& key) {
      if (!node.is_table()) refuse(node, key, "", fmt::format("a table [{}]", key));
      read_table(*node.as_table(), key + ".", entries);
    };
  }

  std::string text(const toml::node& node, const std::string& key, const char* allowed = "a text") const {
    const auto value = node.value_exact<std::string>();
    if (!value || value->empty()) refuse(node, key, "", allowed);
    return *value;
  }
  /// A text, or a list of texts.
  Texts texts(const toml::node& node, const std::string& key) const {
    if (!node.is_array()) return {text(node, key, "a text or a list of texts")};
    Texts all;
    for (const auto& element : *node.as_array()) all.push_back(text(element, key, "a list of texts"));
    return all;
  }
  std::string choice(const toml::node& node, const std::string& key, const Texts& words) const {
    const std::string word = text(node, key, "a text");
    if (std::find(words.begin(), words.end(), word) == words.end())
      refuse(node, key, word, fmt::format("{}", fmt::join(words, " ")));
    return word;
  }
  bool truth(const toml::node& node, const std::string& key) const {
    if (!node.is_boolean()) refuse(node, key, "", "true false");
    return *node.value<bool>();
  }
  unsigned number(const toml::node& node, const std::string& key, unsigned most) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > most) refuse(node, key, "", fmt::format("0..{}", most));
    return static_cast<unsigned>(*value);
  }
  fs::path beside(const std::string& path) const {
    return (fs::path(file_).parent_path() / path).lexically_normal();
  }
  fs::path folder(const toml::node& node, const std::string& key, const std::string& path) const {
    std::error_code error;
    const fs::path found = beside(path);
    if (!fs::is_directory(found, error)) refuse(node, key, path, "a folder, relative to this file");
    return found;
  }

  void read_files(const toml::node& node, const std::string& key) {
    for (const std::string& name : texts(node, key)) {
      const fs::path path = beside(name);
      std::error_code error;
      if (!fs::is_regular_file(path, error))
        refuse(node, key, name, "files that are there, relative to this one");
      if (path.extension() == ".f")
        read_file_list(path, device_->sources, key.c_str());
      else
        device_->sources.files.push_back(path);
    }
    for (const fs::path& path : device_->sources.files) {
      std::error_code error;
      if (!fs::is_regular_file(path, error))
        throw InputError(fmt::format("{}: {}: '{}' is not there; allowed: files that can be read",
                                     place(node), key, path.string()));
    }
  }
  void read_defines(const toml::node& node, const std::string& key) {
    for (const std::string& define : texts(node, key)) {
      if (!is_port_name(define.substr(0, define.find('=')))) refuse(node, key, define, "NAME or NAME=VALUE");
      device_->sources.defines.push_back(define);
    }
  }
  void read_includes(const toml::node& node, const std::string& key) {
    for (const std::string& name : texts(node, key))
      device_->sources.includes.push_back(folder(node, key, name));
  }

  void read_parameters(const toml::node& node, const std::string& table_key) {
    if (!node.is_table()) refuse(node, table_key, "", "a table [parameters]");
    for (const auto& [name, value] : *node.as_table()) {
      const toml::node& value_node = value;
      const std::string parameter(name.str());
      const std::string key = table_key + "." + parameter;
      errors_.collect([&] { read_parameter(value_node, key, parameter); });
    }
  }
  void read_parameter(const toml::node& node, const std::string& key, const std::string& name) {
    if (!is_port_name(name) || name.find('{') != std::string::npos)
      refuse(node, key, name, "names of parameters");
    DeviceParameter parameter{place(node), name, ""};
    if (const auto whole = node.value_exact<std::int64_t>())
      parameter.expression = *whole < 0 ? fmt::format("0 - {}", -*whole) : std::to_string(*whole);
    else if (node.is_boolean())
      parameter.expression = truth(node, key) ? "1" : "0";
    else
      parameter.expression = text(node, key, "a whole number, true, false, or an expression in quotes");
    device_->parameters.push_back(parameter);
    try {
      RunConfig largest;
      largest.ports = kMaxPorts;
      Device probe;
      probe.parameters = {parameter};
      static_cast<void>(probe.values_at(largest));
    } catch (const InputError&) {
      device_->parameters.pop_back();
      throw;
    }
  }

  /// NAME, NAME = VALUE, or none.
  Entry port(DevicePort& port, bool may_have_value) {
    return [this, &port, may_have_value](const toml::node& node, const std::string& key) {
      const std::string given = text(node, key, "a text: PORT, PORT = VALUE or none");
      const auto equals = given.find('=');
      port.place = place(node);
      port.key = key;
      const std::string name = trimmed(given.substr(0, equals));
      if (given == "none") return;
      if (!is_port_name(name))
        refuse(node, key, name, "a port of the module, with {i} where each port has one of its own, or none");
      if (equals != std::string::npos) {
        port.value = trimmed(given.substr(equals + 1));
        if (!may_have_value || port.value.empty())
          refuse(node, key, given, may_have_value ? "PORT = VALUE" : "PORT, or none");
      }
      port.name = name;
    };
  }
  void read_ties(const toml::node& node, const std::string& table_key) {
    if (!node.is_table()) refuse(node, table_key, "", "a table [tie]");
    for (const auto& [name, value] : *node.as_table()) {
      const toml::node& value_node = value;
      const std::string key = table_key + "." + std::string(name.str());
      DevicePort tie{place(value), key, std::string(name.str()), ""};
      errors_.collect([&] {
        if (!is_port_name(tie.name)) refuse(value_node, key, tie.name, "a port of the module");
        const auto whole = value_node.value_exact<std::int64_t>();
        if (whole && *whole < 0) refuse(value_node, key, "", "0 or more, or an expression of SystemVerilog");
        tie.value = whole ? std::to_string(*whole)
                          : text(value_node, key, "a whole number, or an expression of SystemVerilog");
        device_->ties.push_back(tie);
      });
    }
  }

  void read_clock_names(const toml::node& node, const std::string& key, Texts& names, std::string& at) {
    at = place(node);
    names = texts(node, key);
    for (const std::string& name : names) {
      if (!is_port_name(name)) refuse(node, key, name, "ports of the module");
    }
  }
  Entries clock_entries() {
    DeviceClock& clock = device_->clock;
    const Entry name = [this, &clock](const toml::node& node, const std::string& key) {
      read_clock_names(node, key, clock.clocks, clock.place);
    };
    const Entry mhz = [this, &clock](const toml::node& node, const std::string& key) {
      const auto value = node.value<double>();
      if (!value || node.is_boolean() || !(*value > 0 && *value <= 1e5))
        refuse(node, key, "", "above 0, up to 1e5");
      clock.mhz = *value;
    };
    const Entry reset = [this, &clock](const toml::node& node, const std::string& key) {
      read_clock_names(node, key, clock.resets, clock.reset_place);
      if (clock.resets == Texts{"none"}) clock.resets.clear();
    };
    const Entry active = [this, &clock](const toml::node& node, const std::string& key) {
      clock.reset_low = choice(node, key, {"high", "low"}) == "low";
    };
    const Entry cycles = [this, &clock](const toml::node& node, const std::string& key) {
      clock.reset_cycles = number(node, key, 100000);
    };
    return {
        {"name", name}, {"mhz", mhz}, {"reset", reset}, {"reset-active", active}, {"reset-cycles", cycles}};
  }

  Entries device_entries() {
    const Entry name = [this](const toml::node& node, const std::string& key) {
      device_->name = text(node, key);
    };
    const Entry top = [this](const toml::node& node, const std::string& key) {
      device_->top_place = place(node);
      device_->top = text(node, key);
      if (!is_port_name(device_->top)) refuse(node, key, device_->top, "the name of a module");
    };
    const Entry files = [this](const toml::node& node, const std::string& key) { read_files(node, key); };
    const Entry include = [this](const toml::node& node, const std::string& key) {
      read_includes(node, key);
    };
    const Entry defines = [this](const toml::node& node, const std::string& key) { read_defines(node, key); };
    return {{"name", name}, {"top", top}, {"files", files}, {"include", include}, {"defines", defines}};
  }

  Entries claims_entries() {
    DeviceClaims& claims = device_->claims;
    const Entry lossless = [this, &claims](const toml::node& node, const std::string& key) {
      claims.lossless = truth(node, key);
    };
    const Entry forwarding = [this, &claims](const toml::node& node, const std::string& key) {
      claims.store_forward = choice(node, key, {"cut-through", "store-and-forward"}) == "store-and-forward";
    };
    const Entry latency = [this, &claims](const toml::node& node, const std::string& key) {
      claims.zero_load_latency = number(node, key, 1000000);
    };
    const Entry queue = [this, &claims](const toml::node& node, const std::string& key) {
      claims.queue = choice(node, key, {"per-input", "per-output"});
    };
    return {
        {"lossless", lossless}, {"forwarding", forwarding}, {"zero-load-latency", latency}, {"queue", queue}};
  }

  Entries in_entries() {
    DeviceStream& in = device_->in;
    return {{"tvalid", port(in.tvalid, false)}, {"tready", port(in.tready, false)},
            {"tdata", port(in.tdata, true)},    {"tlast", port(in.tlast, false)},
            {"tkeep", port(in.tkeep, true)},    {"tdest", port(in.tdest, true)},
            {"tid", port(in.tid, true)},        {"tuser", port(in.tuser, true)}};
  }

  Entries out_entries() {
    DeviceStream& out = device_->out;
    return {{"tvalid", port(out.tvalid, false)}, {"tready", port(out.tready, false)},
            {"tdata", port(out.tdata, false)},   {"tlast", port(out.tlast, false)},
            {"tdest", port(out.tdest, false)},   {"tuser", port(out.tuser, false)}};
  }

  Entries tables() {
    const Entry parameters = [this](const toml::node& node, const std::string& key) {
      read_parameters(node, key);
    };
    const Entry ties = [this](const toml::node& node, const std::string& key) { read_ties(node, key); };
    return {{"device", table_of(device_entries())}, {"parameters", parameters},
            {"clock", table_of(clock_entries())},   {"in", table_of(in_entries())},
            {"out", table_of(out_entries())},       {"tie", ties},
            {"claims", table_of(claims_entries())}};
  }

  void check_complete() {
    const auto missing = [&](const std::string& key, const char* what) {
      errors_.add(fmt::format("{}:1:1: {}: missing; allowed: {}", file_, key, what));
    };
    if (device_->top.empty()) missing("device.top", "the module that is the switch");
    if (device_->sources.files.empty()) missing("device.files", "the sources of the module");
    const auto need = [&](const DevicePort& port, const char* key) {
      if (!port.is_there()) missing(key, "a port of the module");
    };
    need(device_->in.tvalid, "in.tvalid");
    need(device_->in.tdata, "in.tdata");
    need(device_->in.tlast, "in.tlast");
    need(device_->out.tvalid, "out.tvalid");
    need(device_->out.tdata, "out.tdata");
    need(device_->out.tlast, "out.tlast");
  }

  /// What hosts have to know of it.
  void describe() {
    SwitchEntry& entry = device_->entry;
    const DeviceClaims& claims = device_->claims;
    entry.name = device_->name;
    entry.description = "described in " + file_;
    entry.rtl_module = device_->top;
    entry.queues = QueuePlace::Input;
    const unsigned latency = claims.zero_load_latency.value_or(0);
    const bool store_forward = claims.store_forward;
    entry.zero_load_cycles = [latency, store_forward](const LonePacket& packet) -> std::uint64_t {
      return latency + (store_forward ? packet.length_beats - 1 : 0);
    };
    entry.packet_capacity = [](const RunConfig&) -> std::uint64_t { return kMaxPacketBeats; };
    if (claims.zero_load_latency) device_->zero_load = LatencyRange{latency, latency};
    // That nothing is lost, every run finds out; of what is lost nothing is counted.
    entry.probes = {false, false, false, claims.lossless, claims.zero_load_latency.has_value()};
  }

  std::string file_, text_;
  std::shared_ptr<Device> device_ = std::make_shared<Device>();
  ErrorList errors_;
};

}  // namespace

std::shared_ptr<const Device> read_device(const std::string& file) { return DeviceReader(file).read(); }

}  // namespace xb
