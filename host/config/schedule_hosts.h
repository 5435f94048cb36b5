// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "host/exchange/exchange_shape.h"
#include "host/exchange/schedule_registry.h"
#include "host/link/host_list.h"
#include "host/nic/cluster.h"
#include "host/nic/global_window.h"
#include "host/nic/nic_settings.h"
#include "host/schedule/goal_file.h"

namespace xb {

struct RunConfig;

/// The hosts of a schedule run, worked out from a configuration.
struct ScheduleHosts {
  Cluster cluster;
  NicSettings nic;
  ExchangeShape shape;
  unsigned frame_beats;  ///< length of a full packet: `packet` where given, else the cluster's frame
  const ScheduleEntry* schedule = nullptr;       ///< null: a GOAL file
  std::shared_ptr<const GoalProgram> goal = {};  ///< that file; null: a registered schedule
  std::optional<AutoWindow> auto_window = {};    ///< of global-window auto

  /// Ranks of what the hosts run.
  [[nodiscard]] unsigned ranks() const;
  /// What they run, by ranks (placed() gives each rank its host). No operations take turns: each turn is one
  /// of its own.
  [[nodiscard]] Schedule program() const;
  /// The same in few operations, some of which may take turns where a packet may be one of a turn.
  [[nodiscard]] Schedule short_program() const;
};

struct Network;

/// Of a configuration with a schedule that runs on the hosts of `list`. Throws InputError where it and the
/// cluster do not fit each other, and for a GOAL file that is wrong or has more ranks than there are hosts.
/// `config.ports` hosts are there; its files are loaded. `network`: of these; null: one switch.
ScheduleHosts schedule_hosts(const RunConfig& config, const HostList& list, GoalFiles& goals,
                             const Network* network = nullptr);

}  // namespace xb
