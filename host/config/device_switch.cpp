// SPDX-License-Identifier: Apache-2.0
#include "host/config/device_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "host/base/errors.h"
#include "host/device/device.h"
#include "host/device/wire_format.h"

namespace xb {
namespace {

/// Packets with lengths in bytes need a tkeep that goes through the device.
void check_bytes(const RunConfig& c, const Device& device) {
  if (!c.packet_in_bytes || least_packet_bytes(c, &device) > 0) return;
  throw InputError(
      fmt::format("packet: '{}B' is not allowed; allowed: beats, as {} does not describe in.tkeep, without a "
                  "value of its own, and out.tkeep",
                  c.packet_max, device.file));
}

/// A header of the description's has to fit into the shortest packet.
void check_route_header(const RunConfig& c, const Device& device) {
  const auto bytes = static_cast<unsigned>(device.route.header.size());
  const unsigned beats = least_beats(device, c);
  if (!c.schedule.empty() && beats > 1)
    throw InputError(fmt::format(
        "schedule: not allowed with a device whose packets have at least {} beats; allowed: traffic", beats));
  if (WireFormat::shortest(c) >= (c.packet_in_bytes ? bytes : beats)) return;
  throw InputError(fmt::format("{}; allowed: at least {}, which hold{} the device's route.header",
                               WireFormat::shortest_text(c),
                               c.packet_in_bytes ? fmt::format("{}B", bytes) : fmt::format("{} beats", beats),
                               c.packet_in_bytes ? "s" : ""));
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
    if (value != unset)
      throw InputError(fmt::format("{}: '{}' is not allowed; allowed: {}: the module of {} has {}", key,
                                   value, *own, device.file, *own));
    value = *own;
  };
  take("ports", config.ports, usual.ports, device.own_ports);
  take("width", config.width, usual.width, device.own_width);
}

void take_device(Setup& s, std::shared_ptr<const Device> device) {
  RunConfig& c = s.config;
  const RunConfig usual;
  if (c.depth != usual.depth && !device->uses("depth"))
    throw InputError(fmt::format(
        "depth: '{}' is not allowed here; allowed: {} (default), or with a device whose parameters use it",
        c.depth, usual.depth));
  check_bytes(c, *device);
  static_cast<void>(device->values_at(c));  // refuses what cannot be
  check_route_header(c, *device);
  c.forwarding = device->claims.store_forward ? "store-and-forward" : "cut-through";
  c.flow = device->claims.lossless ? "back-pressure" : "drop";
  if (!device->entry.probes.flags) c.observe = "ports";
  s.entry = &device->entry;
  s.queues = c.ports;
  s.device = std::move(device);
}

void check_device_point(const RunConfig& c) {
  if (c.engine != "rtl")
    throw InputError(fmt::format("engine: '{}' is not allowed with a device; allowed: rtl", c.engine));
  if (c.is_network())
    throw InputError(
        fmt::format("topology: '{}' is not allowed with a device; allowed: one-switch", c.topology));
}

}  // namespace xb
