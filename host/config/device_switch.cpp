// SPDX-License-Identifier: Apache-2.0
#include "host/config/device_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "host/base/errors.h"
#include "host/capture/ethernet.h"
#include "host/config/config_keys.h"
#include "host/device/device.h"
#include "host/device/wire_format.h"
#include "host/link/port_pairs.h"
#include "host/point/traffic_config.h"
#include "host/traffic/destinations.h"

namespace xb {
namespace {

/// Packets with lengths in bytes need a tkeep that goes through the device.
void check_bytes(const RunConfig& c, const Device& device) {
  if (!c.packet_in_bytes || least_packet_bytes(c, &device) > 0) return;
  throw InputError(
      "packet: '{}B' is not allowed; allowed: beats, as {} does not describe in.tkeep, without a "
      "value of its own, and out.tkeep",
      c.packet_max, device.file);
}

/// A packet's class goes through the device, and its header is whole.
void check_tid(const RunConfig& c, const Device& device) {
  if (!c.has_classes()) return;
  if (!device.carries_classes())
    throw not_allowed("classes", c.classes,
                      "1, as {} does not describe in.tid, without a value of its own, and out.tid",
                      device.file);
  if (WireFormat::is_needed(device, c))
    throw not_allowed("classes", c.classes,
                      "1, or a width of 64 bits or more, packets of 8 bytes or more and no route.header: {}",
                      device.file);
}

/// A header of the description's has to fit into the shortest packet, and the device has to take that.
void check_shortest_packet(const RunConfig& c, const Device& device) {
  const auto bytes = static_cast<unsigned>(device.route.header.size());
  const unsigned beats = least_beats(device, c);
  if (c.schedule && beats > 1)
    throw InputError(
        "schedule: not allowed with a device whose packets have at least {} beats; allowed: traffic", beats);
  const unsigned claimed = device.claims.shortest_packet;
  if (c.lengths().beats_of(WireFormat::shortest(c)) < claimed)
    throw InputError("{}; allowed: at least {} beats: {} claims shortest-packet = {}",
                     WireFormat::shortest_text(c), claimed, device.file, claimed);
  if (WireFormat::shortest(c) >= (c.packet_in_bytes ? bytes : beats)) return;
  throw InputError("{}; allowed: at least {}, which hold{} the device's route.header",
                   WireFormat::shortest_text(c),
                   c.packet_in_bytes ? fmt::format("{}B", bytes) : fmt::format("{} beats", beats),
                   c.packet_in_bytes ? "s" : "");
}

/// What sends to several outputs has to learn to which: a mark of one byte does not say it.
void check_destination(const RunConfig& c, const Device& device) {
  constexpr unsigned kLeastWidth = 16;  // of a first beat with the output in it
  const DeviceStream& in = device.in;
  if (c.width >= kLeastWidth || in.tdest.is_there() || !device.route.header.empty() || device.axi.is_there())
    return;
  const PortPairs pairs = device.claims.pairs(c.ports);
  bool chooses = false;
  for (unsigned input = 0; input < c.ports; ++input)
    chooses |= port_count(pairs.outputs_of(input) & all_ports(c.ports)) > 1;
  for (const DevicePort* port : {&in.tvalid, &in.tdata, &in.tlast, &in.tuser, &in.tkeep, &in.tid})
    chooses &= port->value.find("dest") == std::string::npos;
  if (!chooses) return;
  throw InputError(
      "{}: in.tdest: missing, and a first beat of {} bits does not hold the output's number; allowed: a "
      "port, a value in [in] that names dest, route.header, or a width of 16 or more",
      in.tvalid.place, c.width);
}

/// Receivers that cannot be held are always ready.
void check_receivers(const RunConfig& c, const Device& device) {
  if (device.out.tready.is_there()) return;
  const auto refuse = [&](const char* key, const std::string& value, const char* allowed) {
    throw not_allowed(key, value, "{}: the outputs of {} have no tready", allowed, device.file);
  };
  if (c.traffic->receiver_stall != 0)
    refuse("receiver-stall", fmt::format("{}", c.traffic->receiver_stall), "0");
  if (!c.traffic->output_period->full()) refuse("output-period", c.traffic->output_period.text(), "1");
}

/// It asks hosts to pause, and loses nothing of those that do.
void check_pause_ports(const RunConfig& c, const Device& device) {
  if (!device.pauses())
    throw not_allowed("flow", c.flow_text(),
                      "back-pressure, or a device that names its pauses (in.pause): {}", device.file);
  if (!device.claims.lossless)
    throw not_allowed("flow", c.flow_text(), "back-pressure, or a device that claims lossless = true: {}",
                      device.file);
}

/// Every host that reaches somebody sends to somebody whom it reaches.
void check_pairs(const Setup& s, const Device& device) {
  const RunConfig& c = s.config;
  const PortPairs pairs = device.claims.pairs(c.ports);
  if (pairs.complete(c.ports) || c.replays()) return;  // a capture's frames have a check of their own
  if (!c.is_random() || c.traffic->has_pattern(TrafficPattern::Incast)) {
    if (pairs.complete_between(c.ports)) return;
    throw InputError(
        "{}: not allowed with a device that does not connect all ports ({}); allowed: "
        "random traffic but incast, captures",
        !c.schedule ? "traffic" : "schedule", device.file);
  }
  bool some = false;
  for (unsigned position = 0; position < s.hosts_taking_part.size(); ++position) {
    const unsigned host = s.hosts_taking_part[position];
    if ((pairs.outputs_of(host) & all_ports(c.ports)) == 0) continue;
    some = true;
    if (!Destinations(*c.traffic, c.seed, s.hosts_taking_part, position, pairs.outputs_of(host))
             .reaches_some())
      throw not_allowed("traffic", c.traffic->traffic.text(),
                        "one in which input {} sends to an output that {} connects it with", host,
                        device.file);
  }
  if (!some)
    throw InputError(
        "{}: claims.connects: no two of the ports 0..{} are connected; allowed: pairs of these, or more "
        "ports",
        device.claims.connects_place, c.ports - 1);
}

}  // namespace

unsigned least_packet_bytes(const RunConfig& c, const Device* device) {
  if (device == nullptr) return 1;
  if (!device->carries_bytes(c.width)) return 0;
  return std::max(1U, static_cast<unsigned>(device->route.header.size()));
}

void take_own_sizes(RunConfig& config, const Device& device) {
  const RunConfig usual;
  const auto take = [&](const char* key, unsigned& value, unsigned unset,
                        const std::optional<unsigned>& own) {
    if (!own || value == *own) return;
    if (value != unset || is_given(config, key))
      throw not_allowed(key, value, "{}: the module of {} has {}", *own, device.file, *own);
    value = *own;
  };
  take("ports", config.ports, usual.ports, device.own_ports);
  take("width", config.width, usual.width, device.own_width);
}

void take_device(Setup& s, std::shared_ptr<const Device> device) {
  RunConfig& c = s.config;
  const RunConfig usual;
  if (c.depth != usual.depth && !device->uses("depth"))
    throw InputError(
        "depth: '{}' is not allowed here; allowed: {} (default), or with a device whose parameters use it",
        c.depth, usual.depth);
  constexpr unsigned kLeastAxiWidth = 32;
  if (device->axi.is_there() && c.width < kLeastAxiWidth)
    throw not_allowed("width", c.width, "32 64 128 256 512: {} has ports of AXI4", device->file);
  check_bytes(c, *device);
  check_tid(c, *device);
  static_cast<void>(device->values_at(c));  // refuses what cannot be
  check_destination(c, *device);
  check_shortest_packet(c, *device);
  check_receivers(c, *device);
  check_pairs(s, *device);
  c.forwarding = device->claims.store_forward ? ForwardingMode::StoreAndForward : ForwardingMode::CutThrough;
  if (c.pauses_hosts())
    check_pause_ports(c, *device);
  else
    c.flow = device->claims.lossless ? FlowControl::BackPressure : FlowControl::Drop;
  if (!device->entry.probes.flags) c.observe = ObservedBy::Ports;
  s.entry = &device->entry;
  s.queues = c.ports;
  s.device = std::move(device);
}

void check_frames_of_device(const Capture& capture, const Replay& replay, const Device& device) {
  const auto hosts = static_cast<unsigned>(replay.by_host.size());
  const PortPairs pairs = device.claims.pairs(hosts);
  const ReplayedFrame* first = nullptr;
  unsigned from = 0;
  for (unsigned host = 0; host < hosts; ++host) {
    for (const ReplayedFrame& frame : replay.by_host[host]) {
      if (pairs.connected(host, frame.destination)) continue;
      if (first != nullptr && first->number < frame.number) continue;
      first = &frame;
      from = host;
    }
  }
  if (first == nullptr) return;
  const EthernetHeader header = ethernet_header(capture.data(capture.frames[first->number]));
  throw InputError(
      "{}: byte {}: a frame from {} to {}, of input {} to output {}; allowed: pairs that {} connects "
      "(claims.hairpin, claims.connects)",
      capture.path, capture.frames[first->number].data, address_text(header.source),
      address_text(header.destination), from, first->destination, device.file);
}

void check_packet_of_device(const Setup& s) {
  if (!s.device) return;
  const unsigned most = s.device->most_beats(s.config.width);
  if (s.longest_packet <= most) return;
  const unsigned least = std::min(s.device->claims.shortest_packet, most);
  const std::string why = most < s.device->claims.most_beats()
                              ? "has bursts of at most 256 beats and 4096 bytes"
                          : s.device->claims.one_beat ? "claims packets = \"one-beat\""
                                                      : fmt::format("claims longest-packet = {}", most);
  throw InputError("packet: {} beats are not allowed; allowed: {}: {} {}", s.longest_packet,
                   least == most ? fmt::format("{}", most) : fmt::format("{}..{}", least, most),
                   s.device->file, why);
}

void check_device_point(const RunConfig& c) {
  if (c.engine != Engine::Rtl)
    throw InputError("engine: '{}' is not allowed with a device; allowed: rtl", word(c.engine));
  if (c.is_network())
    throw InputError("topology: '{}' is not allowed with a device; allowed: one-switch", c.topology.text());
}

}  // namespace xb
