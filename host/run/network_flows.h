// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/fabric/fabric.h"
#include "host/run/run_result.h"

namespace xb {

/// What became of the packets of a network's hosts and of its flows, from host to host.
class NetworkFlows {
 public:
  /// The measured window opens, and closes.
  void open(const Fabric& fabric);
  void close(const Fabric& fabric);
  /// After the run; empty: every flow of some packets came through, every host got something through.
  [[nodiscard]] std::optional<DeliveryResult> result(const Fabric& fabric) const;

 private:
  using Rows = std::vector<FlowBook::Row>;
  /// A flow of which nothing came in the window.
  struct Suspect {
    SilentFlow flow;
    std::uint32_t received;  // since the start
  };

  Rows sent_, received_;                            // by sender, by receiver, when the window opened
  std::vector<std::uint64_t> offered_, delivered_;  // by host
  std::vector<Suspect> suspects_;                   // receiver after receiver
};

}  // namespace xb
