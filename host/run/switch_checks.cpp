// SPDX-License-Identifier: Apache-2.0
#include "host/run/switch_checks.h"

#include "host/config/switch_registry.h"

namespace xb {

SwitchChecks::SwitchChecks(const RunConfig& config, unsigned data_words, bool as_named)
    : handshake_(data_words),
      flags_(config.ports, config.store_forward() && find_switch(config).queues == QueuePlace::Input,
             config.window > 1),
      queues_(config.ports, find_switch(config).queues, config.drop()),
      watched_until_(data_words == 0 ? kWatchedCycles : ~std::uint64_t{0}) {
  if (as_named && config.switch_name == "input" && config.window == 1)
    fifo_input_ = std::make_unique<FifoInputCheck>(config.ports, data_words, config.settings());
}

}  // namespace xb
