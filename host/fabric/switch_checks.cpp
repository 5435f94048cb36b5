// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/switch_checks.h"

#include <fmt/format.h>

#include "host/config/setup.h"
#include "host/device/clock_times.h"
#include "host/device/device.h"

namespace xb {

SwitchChecks::SwitchChecks(const Setup& setup, unsigned data_words, bool as_named)
    : ports_(setup.config.ports),
      handshake_(data_words, setup.lengths.in_bytes(), !setup.device || setup.device->claims.stable),
      flags_(setup.config.ports, setup.config.store_forward() && setup.entry->queues == QueuePlace::Input,
             setup.entry->queued_outputs),
      queues_(setup.config.ports, setup.entry->queues, setup.config.drop(),
              // One in the queue of each class.
              setup.config.sharing == Sharing::HeadDrop
                  ? std::uint64_t{setup.config.classes} * setup.longest_packet
                  : 0),
      watched_until_(data_words == 0 ? kWatchedCycles : ~std::uint64_t{0}),
      queues_shown_(setup.entry->probes.queues),
      device_(setup.device) {
  if (as_named && setup.entry->fifo_inputs && !setup.config.has_classes())
    fifo_input_ =
        std::make_unique<FifoInputCheck>(setup.config.ports, data_words, setup.settings, setup.lengths);
  if (setup.device) {
    const std::uint64_t bound = ProgressWatch::bound_cycles(setup.config.ports, setup.longest_packet);
    progress_ = std::make_unique<ProgressWatch>(
        ProgressWatch::Settings{setup.config.ports, bound, setup.longest_packet, setup.config.drop(),
                                setup.lengths, setup.device->claims.fair});
    never_ready_ = fmt::format("  {}: {}\n", setup.device->file, hint_of_never_ready(*setup.device));
  }
}

std::string SwitchChecks::violations() const {
  std::vector<RuleViolation> at_ports;
  if (handshake_.violation()) at_ports.push_back(*handshake_.violation());
  if (idle_.violation()) at_ports.push_back(*idle_.violation());
  if (progress_ && progress_->violation()) at_ports.push_back(*progress_->violation());
  return lines_of(at_ports) + flags_.violation() + queues_.violation() +
         (fifo_input_ ? fifo_input_->violation() : "");
}

std::string SwitchChecks::hint(const std::vector<RuleViolation>& received) const {
  const std::string ready =
      device_ && !received.empty() ? ready_to_look_at(*device_, received.front().rule) : "";
  return never_ready_ + (ready.empty() ? "" : fmt::format("  {}: {}\n", device_->file, ready));
}

void SwitchChecks::watch_progress(const SwitchInputs& in, const SwitchOutputs& out, std::uint64_t now,
                                  const Scoreboard& scoreboard) {
  if (out.s_tready != 0) never_ready_.clear();
  const PortMask accepted = in.s_tvalid & out.s_tready;
  const bool counts = in.m_tready == all_ports(ports_);
  progress_->cycle(in.s_tvalid, accepted, accepted & in.s_tuser, counts, now, scoreboard);
}

}  // namespace xb
