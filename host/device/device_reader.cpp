// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/base/toml_place.h"
#include "host/device/clock_times.h"
#include "host/device/device.h"
#include "host/device/port_entries.h"
#include "host/device/route_entries.h"
#include "host/link/packet.h"

namespace xb {
namespace {

namespace fs = std::filesystem;
using Entry = TableReader::Entry;
using Entries = TableReader::Entries;

/// Reads a description; what names ports of its module is read by port_entries.h.
class DeviceReader {
 public:
  explicit DeviceReader(const std::string& file)
      : text_(read_text_file(file, "device", "a description of a switch, .toml")), reader_(file) {
    device_->file = file;
    device_->name = fs::path(file).stem().string();
  }

  std::shared_ptr<const Device> read() {
    const SourceText lines(reader_.file(), text_);
    reader_.read_table(parse_toml(lines, text_), "", tables());
    if (reader_.errors.empty()) check_complete();
    reader_.errors.throw_if_any(lines);
    describe();
    return device_;
  }

 private:
  void read_files(const toml::node& node, const std::string& key) {
    for (const std::string& name : reader_.texts(node, key)) {
      const fs::path path = reader_.beside(name);
      std::error_code error;
      if (!fs::is_regular_file(path, error))
        reader_.refuse(node, key, name, "files that are there, relative to this one");
      if (path.extension() == ".f")
        read_file_list(path, device_->sources, key.c_str());
      else
        device_->sources.files.push_back(path);
    }
    for (const fs::path& path : device_->sources.files) {
      std::error_code error;
      if (!fs::is_regular_file(path, error))
        throw InputError(fmt::format("{}: {}: '{}' is not there; allowed: files that can be read",
                                     reader_.place(node), key, path.string()));
    }
  }
  void read_defines(const toml::node& node, const std::string& key) {
    for (const std::string& define : reader_.texts(node, key)) {
      if (!is_port_name(define.substr(0, define.find('='))))
        reader_.refuse(node, key, define, "NAME or NAME=VALUE");
      device_->sources.defines.push_back(define);
    }
  }
  void read_includes(const toml::node& node, const std::string& key) {
    for (const std::string& name : reader_.texts(node, key))
      device_->sources.includes.push_back(reader_.folder(node, key, name));
  }

  void read_parameter(const toml::node& node, const std::string& key, const std::string& name) {
    if (!is_port_name(name) || name.find('{') != std::string::npos)
      reader_.refuse(node, key, name, "names of parameters");
    DeviceParameter parameter{reader_.place(node), name, ""};
    if (const auto whole = node.value_exact<std::int64_t>())
      parameter.expression = *whole < 0 ? fmt::format("0 - {}", -*whole) : std::to_string(*whole);
    else if (node.is_boolean())
      parameter.expression = reader_.truth(node, key) ? "1" : "0";
    else
      parameter.expression =
          reader_.text(node, key, "a whole number, true, false, or an expression in quotes");
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

  Entries device_entries() {
    const Entry name = [this](const toml::node& node, const std::string& key) {
      device_->name = reader_.text(node, key);
    };
    const Entry top = [this](const toml::node& node, const std::string& key) {
      device_->top_place = reader_.place(node);
      device_->top = reader_.text(node, key);
      if (!is_port_name(device_->top)) reader_.refuse(node, key, device_->top, "the name of a module");
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
      claims.lossless = reader_.truth(node, key);
    };
    const Entry forwarding = [this, &claims](const toml::node& node, const std::string& key) {
      claims.store_forward =
          reader_.choice(node, key, {"cut-through", "store-and-forward"}) == "store-and-forward";
    };
    const Entry latency = [this, &claims](const toml::node& node, const std::string& key) {
      claims.zero_load_latency = reader_.number(node, key, 1000000);
    };
    const Entry queue = [this, &claims](const toml::node& node, const std::string& key) {
      claims.queue = reader_.choice(node, key, {"per-input", "per-output"});
    };
    return {
        {"lossless", lossless}, {"forwarding", forwarding}, {"zero-load-latency", latency}, {"queue", queue}};
  }

  Entries tables() {
    const auto read = [this](const std::string& name, const toml::node& node, const std::string& key) {
      read_parameter(node, key, name);
    };
    Device& device = *device_;
    return {{"device", reader_.table_of(device_entries())},
            {"parameters", reader_.table_of_any(read)},
            {"clock", reader_.table_of(clock_entries(reader_, device.clock))},
            {"in", reader_.table_of(in_entries(reader_, device.in))},
            {"out", reader_.table_of(out_entries(reader_, device.out))},
            {"observe", reader_.table_of(observe_entries(reader_, device.observe))},
            {"route", reader_.table_of(route_entries(reader_, device.route))},
            {"setup", reader_.table_of(setup_entries(reader_, device))},
            {"tie", tie_entry(reader_, device)},
            {"claims", reader_.table_of(claims_entries())}};
  }

  void check_complete() {
    const auto missing = [&](const std::string& key, const char* what) {
      reader_.errors.add(fmt::format("{}:1:1: {}: missing; allowed: {}", reader_.file(), key, what));
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
    check_clocks();
  }
  /// Hosts of both sides act in the cycles of one clock.
  void check_clocks() {
    const DeviceClock& clock = device_->clock;
    const auto at_ports = [&](const std::string& name) {
      return std::find(clock.clocks.begin(), clock.clocks.end(), name) != clock.clocks.end();
    };
    const auto refuse = [&](const std::string& place, const std::string& key, const std::string& what) {
      reader_.errors.add(fmt::format("{}: {}: {}", place, key, what));
    };
    for (const auto& [key, side] :
         {std::pair("in.clock", &device_->in), std::pair("out.clock", &device_->out)}) {
      if (side->clock.empty() || at_ports(side->clock)) continue;
      refuse(side->clock_place, key,
             fmt::format(
                 "'{}' is not allowed; allowed: {}: the ports of both sides are at clock.name, and at one "
                 "frequency",
                 side->clock, fmt::join(clock.clocks, " ")));
    }
    if (clock.inner.empty()) return;
    if (!clock.mhz)
      return refuse(clock.inner.front().place, "clock.mhz",
                    "missing; allowed: that of clock.name beside clock.inner");
    for (const InnerClock& one : clock.inner) {
      if (at_ports(one.name))
        refuse(one.place, "clock.inner." + one.name,
               "not allowed, as it is in clock.name; allowed: other clocks");
    }
    reader_.errors.collect([&] { static_cast<void>(clock_times(clock)); });
  }

  /// What hosts have to know of it.
  void describe() {
    SwitchEntry& entry = device_->entry;
    const DeviceClaims& claims = device_->claims;
    entry.name = device_->name;
    entry.description = "described in " + reader_.file();
    entry.rtl_module = device_->top;
    entry.queues = QueuePlace::Input;
    const unsigned latency = claims.zero_load_latency.value_or(0);
    const bool store_forward = claims.store_forward;
    entry.zero_load_cycles = [latency, store_forward](const LonePacket& packet) -> std::uint64_t {
      return latency + (store_forward ? packet.length_beats - 1 : 0);
    };
    entry.packet_capacity = [](const RunConfig&) -> std::uint64_t { return kMaxPacketBeats; };
    if (claims.zero_load_latency) device_->zero_load = LatencyRange{latency, latency};
    // That nothing is lost, every run finds out; of what is lost nothing is counted, if the device does not.
    entry.probes = {false, false, false, claims.lossless || device_->observe.shows_drops(),
                    claims.zero_load_latency.has_value()};
  }

  std::string text_;
  TableReader reader_;
  std::shared_ptr<Device> device_ = std::make_shared<Device>();
};

}  // namespace

std::shared_ptr<const Device> read_device(const std::string& file) { return DeviceReader(file).read(); }

}  // namespace xb
