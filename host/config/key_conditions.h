// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/config/config_keys.h"

namespace xb {

// Conditions under which a run uses a key. All but those that say otherwise also need a run: where only steps
// are searched for, what matters is which transfers there are over which links.

/// Switches, patterns of traffic or schedules whose entry in the registry names the key.
KeyUse of_switches(const std::string& key, bool by_all = false);
KeyUse of_traffic(const std::string& key);
KeyUse of_schedules(const std::string& key);

KeyUse of_sharing();
KeyUse of_thresholds();
KeyUse of_rtl();
KeyUse of_network();
KeyUse of_schedule();
KeyUse of_go_back_n();
KeyUse of_memory();
KeyUse of_step_time();
KeyUse of_loads();
KeyUse of_random_traffic(const std::string& with);
KeyUse without_schedule(const std::string& with);
KeyUse without_device(const std::string& with);
KeyUse of_runs();
/// The key `packet`; not given, it is the cluster's frame or the capture's.
KeyUse of_packets();
KeyUse of_frames();

}  // namespace xb
