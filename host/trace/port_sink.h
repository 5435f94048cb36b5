// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/trace/port_cycle.h"

namespace xb {

/// Hears of every cycle of a switch in turn.
class PortSink {
 public:
  virtual ~PortSink() = default;
  PortSink() = default;
  PortSink(const PortSink&) = delete;
  PortSink& operator=(const PortSink&) = delete;

  virtual void cycle(const PortCycle& cycle) = 0;
  /// No further cycle counts: it need hear of none.
  [[nodiscard]] virtual bool is_done() const { return false; }
  /// No cycle follows: the run has ended, well or not.
  virtual void end() {}
};

}  // namespace xb
