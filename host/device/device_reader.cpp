// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/device/clock_times.h"
#include "host/device/device.h"
#include "host/device/port_entries.h"
#include "host/link/host_list.h"
#include "host/link/packet.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostLatency = 1000000;

/// Reads a description; what names ports of its module is read by port_entries.h.
class DeviceReader {
 public:
  explicit DeviceReader(const std::string& file)
      : reader_(file, read_text_file(file, "device", "a description of a switch, .toml")) {
    device_->file = file;
    device_->name = fs::path(file).stem().string();
  }

  std::shared_ptr<const Device> read() {
    Device& device = *device_;
    const bool axi = reader_.table()["in"]["axi"] || reader_.table()["out"]["axi"];
    TomlKeys keys{
        {"device", table_of(device_entries()), kNeeded},
        {"parameters", table_of(parameters())},
        {"clock", table_of(clock_entries(device.clock))},
        {"in", table_of(axi ? axi_side_entries(device.axi.in, device.in) : in_entries(device.in)), kNeeded},
        {"out", table_of(axi ? axi_side_entries(device.axi.out, device.out) : out_entries(device.out)),
         kNeeded},
        {"observe", table_of(observe_entries(device.observe))},
        {"setup", table_of(write_entries(device))},
        {"tie", tie_entry(device)},
        {"claims", table_of(claims_entries(device.claims))}};
    if (axi)
      keys.push_back({"axi", table_of(axi_entries(device.axi)), kNeeded});
    else
      keys.push_back({"route", table_of(route_entries(device.route))});
    const bool right = reader_.read(keys);
    if (right) check_clocks();
    if (right && axi) take_axi_streams(device);
    if (!axi) check_lasts();
    if (!axi) check_links();
    check_shortest_packet();
    reader_.throw_if_any();
    describe();
    return device_;
  }

 private:
  void read_file(const TomlValue& value) {
    DeviceSources& sources = device_->sources;
    const fs::path path = reader_.beside(value.text());
    std::error_code error;
    if (!fs::is_regular_file(path, error)) value.refuse();
    if (path.extension() == ".f")
      read_file_list(path, sources, value.key.c_str());
    else
      sources.files.push_back(path);
  }
  void read_folder(const TomlValue& value) {
    device_->sources.includes.push_back(reader_.beside(value.text()));
    std::error_code error;
    if (!fs::is_directory(device_->sources.includes.back(), error)) value.refuse();
  }
  void read_define(const TomlValue& value) {
    const std::string define = value.text();
    if (!is_plain_name(define.substr(0, define.find('=')))) value.refuse();
    device_->sources.defines.push_back(define);
  }
  void read_top(const TomlValue& value) {
    device_->top = value.text();
    if (!is_module_name(device_->top)) value.refuse();
  }

  TomlKeys device_entries() {
    const auto each = [](auto read) { return [read](const TomlValue& value) { value.each(read); }; };
    const auto files = [this](const TomlValue& value) {
      value.each([this](const TomlValue& file) { read_file(file); });
      if (value.node.is_array() && value.node.as_array()->empty()) value.refuse();
    };
    const auto top = [this](const TomlValue& value) { read_top(value); };
    const auto include = each([this](const TomlValue& value) { read_folder(value); });
    const auto defines = each([this](const TomlValue& value) { read_define(value); });
    const auto width = [this](const TomlValue& value) {
      const auto bits = value.node.value_exact<std::int64_t>().value_or(0);
      if (bits < 8 || bits > 512 || (bits & (bits - 1)) != 0) value.refuse();
      device_->own_width = static_cast<unsigned>(bits);
    };
    return {{"name", text_to(device_->name)},
            {"top", with_place(device_->top_place, {"the name of a module", top}), kNeeded},
            {"files", {"files that are there, relative to this one", files}, kNeeded},
            {"include", {"folders, relative to this file", include}},
            {"defines", {"NAME or NAME=VALUE", defines}},
            {"language", choice_to<bool>(device_->sources.verilog_2005,
                                         {{"systemverilog", false}, {"verilog-2005", true}})},
            {"ports", whole_to(device_->own_ports, 2, kMaxPorts)},
            {"width", {"8 16 32 64 128 256 512", width}}};
  }

  void read_parameter(const TomlValue& value) {
    if (!is_module_name(value.name)) value.refuse_part(value.name, "names of parameters");
    DeviceParameter parameter{value.place(), value.name, ""};
    if (const auto whole = value.node.value_exact<std::int64_t>())
      parameter.expression = *whole < 0 ? fmt::format("0 - {}", -*whole) : std::to_string(*whole);
    else if (const auto truth = value.node.value_exact<bool>())
      parameter.expression = *truth ? "1" : "0";
    else
      parameter.expression = value.text();
    RunConfig largest;
    largest.ports = kMaxPorts;
    Device probe;
    probe.parameters = {parameter};
    static_cast<void>(probe.values_at(largest));
    device_->parameters.push_back(parameter);
  }
  OtherKeys parameters() {
    return {{"a whole number, true, false, or an expression in quotes",
             [this](const TomlValue& value) { read_parameter(value); }}};
  }

  /// INPUTS>OUTPUTS, each as the key `ranks` has hosts.
  static void read_connection(const TomlValue& value, DeviceClaims& claims) {
    const std::string text = value.text();
    const auto arrow = text.find('>');
    const auto set_of = [&](const std::string& ports) {
      PortMask set = 0;
      for (const unsigned port : parse_hosts(ports).value_or(std::vector<unsigned>{kMaxPorts})) {
        if (port >= kMaxPorts) value.refuse();
        set |= bit(port);
      }
      return set;
    };
    if (arrow == std::string::npos) value.refuse();
    claims.connects.emplace_back(set_of(text.substr(0, arrow)), set_of(text.substr(arrow + 1)));
  }

  static TomlKeys claims_entries(DeviceClaims& claims) {
    const auto connects = [&claims](const TomlValue& value) {
      if (value.node.is_array() && value.node.as_array()->empty()) value.refuse();
      value.each([&claims](const TomlValue& one) { read_connection(one, claims); });
    };
    return {{"lossless", truth_to(claims.lossless)},
            {"forwarding",
             choice_to<bool>(claims.store_forward, {{"cut-through", false}, {"store-and-forward", true}})},
            {"zero-load-latency", whole_to(claims.zero_load_latency, 0, kMostLatency)},
            {"queue", word_to(claims.queue, {"per-input", "per-output"})},
            {"packets", choice_to<bool>(claims.one_beat, {{"any", false}, {"one-beat", true}})},
            {"longest-packet", whole_to(claims.longest_packet, 1, kMaxPacketBeats)},
            {"shortest-packet",
             with_place(claims.shortest_place, whole_to(claims.shortest_packet, 1, kMaxPacketBeats))},
            {"stable", truth_to(claims.stable)},
            {"fair", truth_to(claims.fair)},
            {"hairpin", truth_to(claims.hairpin)},
            {"connects", with_place(claims.connects_place,
                                    {"INPUTS>OUTPUTS, ports such as 0..3,5, or a list of them", connects})}};
  }

  /// Where packets may be long, somebody says where they end.
  void check_lasts() {
    if (device_->claims.one_beat) return;
    for (const auto& [key, side] : {std::pair("in", &device_->in), std::pair("out", &device_->out)}) {
      const auto says = [](const DevicePort& port) { return port.value.find("last") != std::string::npos; };
      if (side->tlast.is_there() || says(side->tvalid) || says(side->tuser)) continue;
      reader_.errors.add(fmt::format(
          "{}: {}.tlast: missing; allowed: a port of the module, with {{i}} where each port has one "
          "of its own, or packets = \"one-beat\" in [claims]",
          side->tvalid.place.empty() ? reader_.file() + ":1:1" : side->tvalid.place, key));
    }
  }

  /// A side has a ready or credits, and these are counted.
  void check_links() {
    for (const DeviceStream* const stream : {&device_->in, &device_->out}) {
      const char* const side = stream == &device_->in ? "in" : "out";
      const auto& given = reader_.table()[side];
      const DeviceLink& link = stream->link;
      const bool credit = given["credit"].is_string() && stream->tready.is_there(), ready = !!given["tready"];
      const auto refuse = [&](const std::string& place, const std::string& what) {
        reader_.errors.add(fmt::format("{}: {}.{}", place, side, what));
      };
      if (credit && ready)
        refuse(stream->tready.place, "credit: not allowed beside tready; allowed: one of them");
      else if (credit && link.credits.empty())
        refuse(stream->tready.place, "credits: missing; allowed: the beats that there is room for");
      else if ((!link.credits.empty() || link.initial_credits) && !credit)
        refuse(link.place,
               fmt::format("{}: not allowed without credit; allowed: a port that gives credits back",
                           link.credits.empty() ? "initial-credits" : "credits"));
      const char* latency = link.read_latency > 0 ? "read-latency" : "ready-latency";
      if (link.ready_latency > 0 && link.read_latency > 0)
        refuse(link.place, "read-latency: not allowed beside ready-latency; allowed: one of them");
      else if (link.ready_latency + link.read_latency > 0 && (credit || !stream->tready.is_there()))
        refuse(link.place, fmt::format("{}: not allowed without tready; allowed: 0", latency));
    }
  }

  void check_shortest_packet() {
    const DeviceClaims& claims = device_->claims;
    if (claims.shortest_packet <= claims.most_beats()) return;
    reader_.errors.add(fmt::format("{}: claims.shortest-packet: '{}' is not allowed; allowed: 1..{}, as {}",
                                   claims.shortest_place, claims.shortest_packet, claims.most_beats(),
                                   claims.one_beat ? "packets = \"one-beat\"" : "longest-packet says"));
  }

  /// Hosts of both sides act in the cycles of one clock.
  void check_clocks() {
    const DeviceClock& clock = device_->clock;
    const auto at_ports = [&](const std::string& name) {
      return std::any_of(clock.clocks.begin(), clock.clocks.end(),
                         [&](const std::string& one) { return one == name || one == "!" + name; });
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
    entry.packet_capacity = [](const SwitchConfig&) -> std::uint64_t { return kMaxPacketBeats; };
    if (claims.zero_load_latency) device_->zero_load = LatencyRange{latency, latency};
    // That nothing is lost, every run finds out; of what is lost nothing is counted, if the device does not.
    entry.probes = {false, false, false, claims.lossless || device_->observe.shows_drops(),
                    claims.zero_load_latency.has_value()};
  }

  TableReader reader_;
  std::shared_ptr<Device> device_ = std::make_shared<Device>();
};

}  // namespace

std::shared_ptr<const Device> read_device(const std::string& file) { return DeviceReader(file).read(); }

}  // namespace xb
