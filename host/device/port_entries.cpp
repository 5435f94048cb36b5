// SPDX-License-Identifier: Apache-2.0
#include "host/device/port_entries.h"

#include <fmt/format.h>

#include "host/device/clock_times.h"

namespace xb {
namespace {

using Entry = TableReader::Entry;
using Entries = TableReader::Entries;
using Texts = TableReader::Texts;

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// NAME, NAME = VALUE, or none.
Entry port_entry(TableReader& reader, DevicePort& port, bool may_have_value) {
  return [&reader, &port, may_have_value](const toml::node& node, const std::string& key) {
    const std::string given = reader.text(node, key, "a text: PORT, PORT = VALUE or none");
    const auto equals = given.find('=');
    port.place = reader.place(node);
    port.key = key;
    const std::string name = trimmed(given.substr(0, equals));
    if (given == "none") return;
    if (!is_port_name(name))
      reader.refuse(node, key, name,
                    "a port of the module, with {i} where each port has one of its own, or none");
    if (equals != std::string::npos) {
      port.value = trimmed(given.substr(equals + 1));
      if (!may_have_value || port.value.empty())
        reader.refuse(node, key, given, may_have_value ? "PORT = VALUE" : "PORT, or none");
    }
    port.name = name;
  };
}

/// Ports of one bit.
void read_names(const TableReader& reader, const toml::node& node, const std::string& key, Texts& names,
                std::string& place) {
  place = reader.place(node);
  names = reader.texts(node, key);
  for (const std::string& name : names) {
    if (!is_port_name(name)) reader.refuse(node, key, name, "ports of the module");
  }
}

/// The clock that a side is at.
Entry side_clock(const TableReader& reader, DeviceStream& side) {
  return [&](const toml::node& node, const std::string& key) {
    side.clock = reader.text(node, key, "one of clock.name");
    side.clock_place = reader.place(node);
  };
}

}  // namespace

Entries clock_entries(TableReader& reader, DeviceClock& clock) {
  const Entry name = [&](const toml::node& node, const std::string& key) {
    read_names(reader, node, key, clock.clocks, clock.place);
  };
  const Entry mhz = [&](const toml::node& node, const std::string& key) {
    clock.mhz = reader.mhz(node, key);
    clock.mhz_place = reader.place(node);
  };
  const Entry reset = [&](const toml::node& node, const std::string& key) {
    read_names(reader, node, key, clock.resets, clock.reset_place);
    if (clock.resets == Texts{"none"}) clock.resets.clear();
  };
  const Entry active = [&](const toml::node& node, const std::string& key) {
    clock.reset_low = reader.choice(node, key, {"high", "low"}) == "low";
  };
  const Entry cycles = [&](const toml::node& node, const std::string& key) {
    clock.reset_cycles = reader.number(node, key, 100000);
  };
  const auto read_inner = [&](const std::string& word, const toml::node& node, const std::string& key) {
    if (!is_port_name(word)) reader.refuse(node, key, word, "a port of the module");
    if (clock.inner.size() == kMostInnerClocks)
      reader.refuse(node, key, word, fmt::format("at most {} clocks", kMostInnerClocks));
    clock.inner.push_back({reader.place(node), word, reader.mhz(node, key)});
  };
  const Entry inner = reader.table_of_any(read_inner);
  return {{"name", name},           {"mhz", mhz},     {"reset", reset},
          {"reset-active", active}, {"inner", inner}, {"reset-cycles", cycles}};
}

Entries in_entries(TableReader& reader, DeviceStream& in) {
  const auto port = [&](DevicePort& p, bool may_have_value) { return port_entry(reader, p, may_have_value); };
  return {{"tvalid", port(in.tvalid, false)}, {"tready", port(in.tready, false)},
          {"tdata", port(in.tdata, true)},    {"tlast", port(in.tlast, false)},
          {"tkeep", port(in.tkeep, true)},    {"tdest", port(in.tdest, true)},
          {"tid", port(in.tid, true)},        {"tuser", port(in.tuser, true)},
          {"clock", side_clock(reader, in)}};
}

Entries out_entries(TableReader& reader, DeviceStream& out) {
  const auto port = [&](DevicePort& p) { return port_entry(reader, p, false); };
  return {{"tvalid", port(out.tvalid)}, {"tready", port(out.tready)},      {"tdata", port(out.tdata)},
          {"tkeep", port(out.tkeep)},   {"tlast", port(out.tlast)},        {"tdest", port(out.tdest)},
          {"tuser", port(out.tuser)},   {"clock", side_clock(reader, out)}};
}

Entries observe_entries(TableReader& reader, DeviceObserve& observe) {
  const auto shown = [&reader](DevicePort& port) -> Entry {
    return [&reader, &port](const toml::node& node, const std::string& key) {
      const std::string value =
          reader.text(node, key, "an output or a signal of the module, with {i} for the port's number");
      port = {reader.place(node), key, "", value};
    };
  };
  const Entry queues = [&](const toml::node& node, const std::string& key) {
    observe.of_outputs = reader.choice(node, key, {"inputs", "outputs"}) == "outputs";
  };
  return {{"occupancy", shown(observe.occupancy)},
          {"drops", shown(observe.drops)},
          {"hol", shown(observe.hol)},
          {"queues", queues}};
}

Entry tie_entry(TableReader& reader, Device& device) {
  return reader.table_of_any([&](const std::string& name, const toml::node& node, const std::string& key) {
    DevicePort tie{reader.place(node), key, name, ""};
    if (!is_port_name(name)) reader.refuse(node, key, name, "a port of the module");
    const auto whole = node.value_exact<std::int64_t>();
    if (whole && *whole < 0) reader.refuse(node, key, "", "0 or more, or an expression of SystemVerilog");
    tie.value = whole ? std::to_string(*whole)
                      : reader.text(node, key, "a whole number, or an expression of SystemVerilog");
    device.ties.push_back(tie);
  });
}

}  // namespace xb
