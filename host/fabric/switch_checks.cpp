// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/switch_checks.h"

namespace xb {

SwitchChecks::SwitchChecks(const Setup& setup, unsigned data_words, bool as_named)
    : handshake_(data_words),
      flags_(setup.config.ports, setup.config.store_forward() && setup.entry->queues == QueuePlace::Input,
             setup.config.window > 1),
      queues_(setup.config.ports, setup.entry->queues, setup.config.drop()),
      watched_until_(data_words == 0 ? kWatchedCycles : ~std::uint64_t{0}),
      queues_shown_(setup.entry->probes.queues) {
  if (as_named && setup.entry->fifo_inputs)
    fifo_input_ = std::make_unique<FifoInputCheck>(setup.config.ports, data_words, setup.settings);
}

}  // namespace xb
