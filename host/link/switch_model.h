// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/link/switch_wires.h"

namespace xb {

/// A switch that is stepped one clock cycle at a time; every engine is one.
class SwitchModel {
 public:
  virtual ~SwitchModel() = default;
  SwitchModel() = default;
  SwitchModel(const SwitchModel&) = delete;
  SwitchModel& operator=(const SwitchModel&) = delete;

  /// Puts the switch through a reset, with these settings: it is empty and as new. A new one has been through
  /// one.
  virtual void reset(const SwitchSettings& settings) = 0;

  /// What the switch shows in this cycle: all outputs are functions of registers, so no inputs are needed.
  /// Exactly one call per cycle, before clock(), always with the same `out`: an engine may write only what
  /// has changed since the cycle before, and list in it what that is.
  virtual void show(SwitchOutputs& out) = 0;
  /// Applies the inputs of the cycle that was shown, and ends it. A beat moves on a port iff valid and ready
  /// are both set.
  virtual void clock(const SwitchInputs& in) = 0;
  /// Runs one cycle: show() and clock() as one call, which is faster on some engines.
  virtual void cycle(const SwitchInputs& in, SwitchOutputs& out) {
    show(out);
    clock(in);
  }

  /// Before clock(), of a switch with classes: outputs at which no packet of class c begins, `stopped[c]`,
  /// from the next cycle on and until this is called again. One that is on offer and has not begun is
  /// withdrawn.
  virtual void stop_classes(const PortMask* /*stopped*/) {}

  /// Of a switch without flags, before each cycle: `flags` that its ports tell of the cycle before
  /// (host/measure/port_observer.h), for those who write down what is known of it.
  virtual void told(const SwitchOutputs& /*flags*/) {}

  /// Packets have left these outputs, so many cycles, by output, later than an ideal switch would have let
  /// them go (below 0: earlier): likewise.
  virtual void told_lag(PortMask /*outputs*/, const std::int64_t* /*cycles*/) {}

  /// A higher class has held packets of these inputs: likewise.
  virtual void told_higher_class(PortMask /*inputs*/) {}

  /// Whether beats carry payload. Without, s_tdata and m_tdata hold one word per port, the packet's header,
  /// which counts with its first beat.
  [[nodiscard]] virtual bool carries_payload() const { return true; }

  /// Cycles that skip() may take at once if the hosts go on as in the last cycle: the same beats offered
  /// (none of those accepted being a packet's first or last) and the same receivers ready. 0: step by
  /// show() and clock(), or cycle().
  [[nodiscard]] virtual std::uint64_t steady_cycles(const SwitchInputs& /*in*/) const { return 0; }
  /// `cycles` <= steady_cycles(in) such cycles at once, in which nothing but beat counts changes; `out`
  /// becomes what the switch shows in the last of them.
  virtual void skip(const SwitchInputs& /*in*/, std::uint64_t /*cycles*/, SwitchOutputs& /*out*/) {}

  /// Of a switch that may be steady, before show(): its handshake in this cycle is that of the one before, of
  /// which `shown` is what it showed.
  [[nodiscard]] virtual bool shakes_as(const SwitchOutputs& /*shown*/) const { return true; }

  /// Cycles after which the state of a switch at rest (RestWatch) repeats; 0: that is not known.
  [[nodiscard]] virtual std::uint64_t rest_period() const { return 0; }
  /// So many cycles pass at rest without being stepped, a multiple of rest_period().
  virtual void rest(std::uint64_t /*cycles*/) {}

  /// Outputs may follow inputs of the same cycle: only cycle() runs it, and show() and clock() throw.
  [[nodiscard]] virtual bool combinational() const { return false; }

  /// Whether the switch is the architecture that the configuration names, and is checked for what that
  /// promises in every cycle.
  [[nodiscard]] virtual bool as_named() const { return true; }

  /// Whether it shows its flags, from here on. What checks it knows them, too, if it is `input`: such a model
  /// may go without.
  [[nodiscard]] virtual bool shows_flags() const { return true; }

  /// Packets that were in its memory, whole, and had to go, since reset; drop_full counts them as well.
  [[nodiscard]] virtual std::uint64_t evicted_packets() const { return 0; }

  /// The run has ended well: finish what is being recorded. Throws RunError if that fails.
  virtual void end_of_run() {}
};

}  // namespace xb
