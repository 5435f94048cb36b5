// SPDX-License-Identifier: Apache-2.0
#include "host/config/device_switch.h"

#include <fmt/format.h>

#include <utility>

#include "host/base/errors.h"
#include "host/device/device.h"
#include "host/device/wire_format.h"

namespace xb {
namespace {

constexpr unsigned kHeaderBytes = 8;  // by which packets are known

/// Packets with lengths in bytes need a tkeep that goes through the device, and the bytes of their header.
void check_bytes(const RunConfig& c, const Device& device) {
  if (!c.packet_in_bytes) return;
  if (c.packet_min < kHeaderBytes)
    throw InputError(fmt::format("packet: '{}B' is not allowed; allowed: at least {}B with a device",
                                 c.packet_min, kHeaderBytes));
  if (c.width < 64)
    throw InputError(fmt::format("packet: '{}B' is not allowed; allowed: beats, with a device of {} bits",
                                 c.packet_min, c.width));
  if (device.carries_bytes()) return;
  throw InputError(
      fmt::format("packet: '{}B' is not allowed; allowed: beats, as {} does not describe in.tkeep, without a "
                  "value of its own, and out.tkeep, or has a route.header",
                  c.packet_min, device.file));
}

/// A header of the description's has to fit into the shortest packet.
void check_least_beats(const RunConfig& c, unsigned least) {
  if (least == 1) return;
  if (!c.schedule.empty())
    throw InputError(fmt::format(
        "schedule: not allowed with a device whose packets have at least {} beats; allowed: traffic", least));
  if (c.packet_min < least)
    throw InputError(fmt::format(
        "packet: '{}' is not allowed; allowed: at least {} beats, which hold the device's route.header",
        c.packet_min, least));
}

}  // namespace

unsigned least_packet_bytes(const RunConfig& c, const Device* device) {
  if (device == nullptr) return 1;
  return device->carries_bytes() && c.width >= 64 ? kHeaderBytes : 0;
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
  check_least_beats(c, least_beats(*device, c));
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
