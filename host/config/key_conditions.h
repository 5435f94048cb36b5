// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/config/config_keys.h"

namespace xb {

// Conditions under which a run uses a key, of several keys or of some length.

/// Switches, patterns of traffic or schedules whose entry in the registry names the key.
KeyUse of_switches(const std::string& key, bool by_all = false);
KeyUse of_traffic(const std::string& key);
KeyUse of_schedules(const std::string& key);

KeyUse of_sharing();
KeyUse of_thresholds();
KeyUse of_network();
KeyUse of_schedule();
KeyUse of_go_back_n();
KeyUse of_memory();
KeyUse of_random_traffic(const std::string& with);
KeyUse without_schedule(const std::string& with);
KeyUse without_device(const std::string& with);
KeyUse without_pipeline();

}  // namespace xb
