// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "host/trace/line_trace.h"
#include "host/trace/port_sink.h"

namespace xb {

struct Setup;

/// What a point did, for its golden file.
struct CaseRun {
  std::string trace;         ///< line trace from cycle 0 on
  std::uint64_t cycles = 0;  ///< that are in it
  bool stopped = false;      ///< after the cycles that were allowed: there would be more
  std::string failure;       ///< a check that was violated, as run_point() says it; empty: none
};

/// Takes down a run of at most `most_cycles` cycles; then it throws EnoughSeen.
class CaseRunSink : public PortSink {
 public:
  CaseRunSink(const SwitchShape& shape, std::uint64_t most_cycles);

  void cycle(const PortCycle& cycle) override;
  [[nodiscard]] const CaseRun& run() const { return run_; }

 private:
  LineTrace text_;
  std::uint64_t most_cycles_;
  CaseRun run_;
};

struct CaseRunRequest {
  std::uint64_t most_cycles = 0;
  bool assertions = false;  ///< of the RTL, where there is RTL
};

/// Runs a point for its line trace.
using CaseRunner = std::function<CaseRun(const Setup&, const CaseRunRequest&)>;

/// On the engine that its configuration names; of a network, the switch that is traced where none is named.
CaseRun run_case(const Setup& setup, const CaseRunRequest& request);

}  // namespace xb
