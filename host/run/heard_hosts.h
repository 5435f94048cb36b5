// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "host/link/other_hosts.h"
#include "host/run/run_sinks.h"

namespace xb {

/// Hosts as they are, but somebody else hears of delivered packets, too.
class HeardHosts : public OtherHosts {
 public:
  HeardHosts(Workload& hosts, DeliverySink sink) : OtherHosts(hosts), sink_(std::move(sink)) {}

  [[nodiscard]] bool hears() const override { return true; }
  void delivered(const DeliveredPacket& packet) override {
    sink_(packet);
    OtherHosts::delivered(packet);
  }

 private:
  DeliverySink sink_;
};

}  // namespace xb
