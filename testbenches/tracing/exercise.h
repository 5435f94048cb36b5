// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/check/port_rules.h"
#include "host/link/switch_model.h"

namespace xb {

struct Setup;

/// What a switch showed in one cycle, in few words.
struct ShownCycle {
  PortMask ready = 0, valid = 0, pause = 0;  ///< pause: of any class
  std::uint64_t payload = 0;                 ///< a digest of all that counts of its beats
};

/// What came of an exercise.
struct ExerciseResult {
  std::optional<RuleViolation> violation;
  std::string phase;    ///< in which it was found
  bool routes = false;  ///< lone packets between all ports have come out where they should
  std::vector<ShownCycle> shown;
  std::uint64_t beats = 0, cycles = 0;
  /// Cycles, lone packets of one beat, in an empty switch; none came out: the least is more than the most.
  std::uint64_t least_latency = 0, most_latency = 0;
  double saturation = 0;            ///< beats a cycle and output, packets of one beat
  unsigned held_back = 0;           ///< beats of packets too long to come out; 0: none
  std::uint64_t packets = 0;        ///< that have come out, of the run with most of them
  std::uint64_t least_packets = 0;  ///< in it, of the output of which fewest have
  /// A tvalid was 1 where the receiver had not been ready in the cycle before.
  bool offers_to_all = false;
  PortMask copies = 0;  ///< outputs that offered one beat alike as the violation was found
};

/// Hears what hosts do from now on, in few words.
using PhaseSink = std::function<void(const std::string&)>;

/// Runs a switch out of reset through all that the rules are about: rest, lone packets between all ports,
/// overload of one output, random packets and receivers, receivers that stop until all is full. The first
/// violation ends it. What it does depends on the setup alone.
ExerciseResult exercise(const Setup& setup, SwitchModel& model, const PhaseSink& tell = {});

/// Only packets right after reset, some tens of cycles of them.
ExerciseResult exercise_start(const Setup& setup, SwitchModel& model);
/// Packets of up to 300 beats, a million beats and 70,000 packets of one an output, outputs that stand still
/// for 20,000 cycles, inputs for 5,000, and all for 70,000.
ExerciseResult exercise_many(const Setup& setup, SwitchModel& model, const PhaseSink& tell = {});
/// Overload of one output by each subset of the inputs; of more than 6 ports by 63 of them.
ExerciseResult exercise_subsets(const Setup& setup, SwitchModel& model, const PhaseSink& tell = {});

/// The first cycle in which two exercises differ; `rule` names what they should not depend on.
std::optional<RuleViolation> first_difference(const ExerciseResult& wanted, const ExerciseResult& got,
                                              const std::string& rule);

}  // namespace xb
