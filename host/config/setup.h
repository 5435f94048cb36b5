// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "host/capture/capture.h"
#include "host/config/schedule_hosts.h"
#include "host/link/ecn_marker.h"
#include "host/link/host_list.h"
#include "host/link/length_unit.h"
#include "host/link/link_rates.h"
#include "host/link/pause_settings.h"
#include "host/point/run_config.h"
#include "host/switches/switch_entry.h"
#include "host/traffic/replay.h"
#include "host/wires/switch_settings.h"

namespace xb {

struct Device;
struct ResolvedNetwork;

/// One point, worked out from its configuration once: what engines, hosts, checks and measures are made from.
struct Setup {
  RunConfig config;          ///< of a network: `ports` is its hosts
  const SwitchEntry* entry;  ///< of the switch; never null
  unsigned queues;           ///< that report their occupancy
  LinkRates link_rates;
  HostList hosts_taking_part;                   ///< of the key `ranks`
  std::optional<ScheduleHosts> hosts = {};      ///< of a schedule
  std::shared_ptr<const Capture> capture = {};  ///< that the hosts send; null: they send something else
  double clock_mhz = kUsualClockMhz;            ///< for times of frames
  unsigned longest_packet = 1;                  ///< that the hosts send [beats]
  std::optional<PauseSettings> pause = {};      ///< of flow pfc and cbfc
  std::optional<EcnThresholds> ecn = {};        ///< of a switch that marks packets
  unsigned number = 0;                          ///< of a switch in its network
  LengthUnit lengths = {};                      ///< of the packets
  SwitchSettings settings = {};
  // What the switch is elaborated with.
  std::uint32_t max_depth = 0;  ///< capacity of a queue memory [beats], a power of two: few models to build
  std::uint32_t crosspoint_beats = 0;                  ///< capacity of a crosspoint's FIFO [beats]
  std::vector<RtlParameter> parameters = {};           ///< beyond NumPorts, DataWidth and MaxDepth
  std::shared_ptr<const ResolvedNetwork> fabric = {};  ///< of a network; null: one switch
  std::shared_ptr<const Device> device = {};           ///< of the key `device`, which `entry` is then part of
};

/// Files that several points may have in common, each read once.
struct PointFiles {
  GoalFiles goals;
  CaptureFiles captures;
};

/// Works a point out, and checks what takes more than one key. Throws InputError. Points that are given the
/// same `files` read what they have in common once.
Setup resolve(const RunConfig& given, PointFiles& files);
Setup resolve(const RunConfig& config);

/// Of a point of which all else is worked out; nothing: no host is held back. Throws InputError.
std::optional<PauseSettings> pause_settings(const Setup& setup);

/// How the frames of its capture become packets. Of a network: of all its hosts.
ReplayRules replay_rules(const Setup& setup);

}  // namespace xb
