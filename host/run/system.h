// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "host/fabric/models.h"
#include "host/fabric/packets_left.h"
#include "host/measure/warmup.h"
#include "host/nic/schedule_job.h"
#include "host/run/run_result.h"
#include "host/run/run_sinks.h"
#include "host/traffic/replay.h"

namespace xb {

struct Setup;

/// What a run drives: one switch, or a network of them, with the hosts. Throws RunError on any violation and
/// when it makes no progress.
class System {
 public:
  virtual ~System() = default;
  System() = default;
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  [[nodiscard]] virtual std::uint64_t now() const = 0;
  /// Runs to cycle `end`; returns before it when all hosts have finished, and now and then to tell progress.
  virtual void advance(std::uint64_t end) = 0;
  /// Runs until `detector` says that it has warmed up.
  virtual void warm_up(WarmupDetector& detector) = 0;
  [[nodiscard]] virtual bool finished() const = 0;
  /// The measured window opens, and closes.
  virtual void open() = 0;
  virtual void close() = 0;
  [[nodiscard]] virtual bool known_within(double share) = 0;
  /// Stops the hosts, runs until all is empty, and checks that nothing is left or missing.
  virtual void drain(const PacketsLeft& tell) = 0;
  [[nodiscard]] virtual std::uint64_t offered_packets() const = 0;
  /// What was measured, all that is not of the run itself.
  [[nodiscard]] virtual RunResult result() const = 0;
};

/// What the hosts run; none of these: random traffic.
struct Job {
  ScheduleJob* schedule = nullptr;
  const Replay* replay = nullptr;
};

/// The system of `setup` with a model per switch. All outlive it.
std::unique_ptr<System> make_system(const Setup& setup, const Models& models, const Job& job,
                                    const RunSinks& sinks);
std::unique_ptr<System> make_one_switch(const Setup& setup, SwitchModel& model, const Job& job,
                                        const RunSinks& sinks);
std::unique_ptr<System> make_network(const Setup& setup, const Models& models, const Job& job,
                                     const RunSinks& sinks);

}  // namespace xb
