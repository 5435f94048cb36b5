// SPDX-License-Identifier: Apache-2.0
#include "host/config/point_capture.h"

#include "host/base/errors.h"
#include "host/capture/ethernet.h"
#include "host/device/device.h"
#include "host/link/packet.h"
#include "host/point/traffic_config.h"

namespace xb {
namespace {

ReplayRules rules_of(const RunConfig& c, const HostList& list, unsigned hosts, double clock_mhz) {
  const bool at_load = c.traffic->replay == ReplayPace::Load;
  const auto priority = c.traffic->capture_class == CaptureClass::Pcp ? pcp_of : dscp_class_of;
  return {list,        hosts,     c.width, clock_mhz, at_load ? std::optional(c.traffic->load) : std::nullopt,
          c.lengths(), c.classes, priority};
}

/// Headers and checks hold the lengths of its packets in bytes.
bool fits_in_bytes(const Capture& capture, unsigned least) {
  if (least == 0) return false;
  const PacketBytes bytes = packet_bytes(capture);
  return bytes.least >= least && bytes.most <= kMaxPacketBytes;
}

}  // namespace

std::shared_ptr<const Capture> take_capture(RunConfig& config, const HostList& list, unsigned hosts,
                                            CaptureFiles& files, unsigned least_bytes) {
  if (!config.replays()) return {};
  if (config.traffic->replay == ReplayPace::Load && config.traffic->load == 0)
    throw InputError("load: '0' is not allowed with replay load; allowed: above 0");
  auto capture = files.load(config.capture());
  if (!config.packet_given) config.packet_in_bytes = fits_in_bytes(*capture, least_bytes);
  const Replay replay = make_replay(
      *capture,
      rules_of(config, list, hosts, config.given_clock() == 0 ? kUsualClockMhz : config.given_clock()));
  if (!config.packet_given) {
    config.packet_min = replay.shortest;
    config.packet_max = replay.longest;
  }
  return capture;
}

double clock_of(const Setup& setup) {
  if (setup.hosts) return 1e-6 / setup.hosts->cluster.clock_period.value;
  if (setup.config.given_clock() != 0) return setup.config.given_clock();
  return setup.device && setup.device->clock.mhz ? *setup.device->clock.mhz : kUsualClockMhz;
}

ReplayRules replay_rules(const Setup& setup) {
  return rules_of(setup.config, setup.hosts_taking_part, setup.config.ports, setup.clock_mhz);
}

}  // namespace xb
