// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "systemc/admission.h"
#include "systemc/flow_counters.h"
#include "systemc/pool_probe.h"
#include "systemc/settings.h"
#include "systemc/voq_input.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_voq_inputs: the inputs of a switch with virtual output queues, and the settings of that switch.
///
/// The calls of a cycle, in this order: begin(), route(), the switch's pops of its inputs, accept(), clock().
class VoqInputs {
 public:
  explicit VoqInputs(const Params& params)
      : params_(params),
        beat_stride_(params.beat_stride()),
        inputs_(params.ports, VoqInput(params)),
        limits_(params.ports, params.max_depth, 1) {}

  void reset() {
    for (auto& input : inputs_) input.reset();
    pool_.reset();
    settings_ = Settings{};
    settings_.packet_beats = settings_.output_depth = 0;
    asked_.reset();
    limits_.set(settings_, true);
    now_ = params_.count_start;
    delaying_ = refusing_ = full_ = bidding_ = s_tready_ = taken_ = refused_ = 0;
    cells_only_ = false;
    all_cells_ = params_.data_words == 0;
  }

  [[nodiscard]] const Params& params() const { return params_; }
  /// As they count in this cycle; and whether they stay so.
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] std::uint32_t now() const { return now_; }
  [[nodiscard]] PortMask all_ports() const { return ~PortMask{0} >> (kMaxPorts - params_.ports); }

  [[nodiscard]] VoqInput& operator[](unsigned input) { return inputs_[input]; }
  [[nodiscard]] const VoqInput& operator[](unsigned input) const { return inputs_[input]; }
  [[nodiscard]] PortMask s_tready() const { return s_tready_; }
  [[nodiscard]] std::uint32_t misrouted_packets(unsigned input) const {
    return inputs_[input].misrouted_packets();
  }
  /// Inputs with packets able to start; the outputs of all these packets.
  [[nodiscard]] PortMask bidding() const { return bidding_; }
  [[nodiscard]] PortMask bids() const {
    PortMask outputs = 0;
    for_each_port(bidding_, [&](unsigned i) { outputs |= inputs_[i].bids(); });
    return outputs;
  }
  /// Flags of the last cycle.
  [[nodiscard]] PortMask pool() const { return pool_.pool(); }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return pool_.by(input); }

  /// Decides what is taken and what of it discarded, by the state before the cycle's pops. `m_tvalid`:
  /// outputs that show a beat; `serves_other(input, output)`: as PoolProbe has it.
  template <class ServesOther>
  void begin(const Inputs& in, PortMask m_tvalid, ServesOther&& serves_other) {
    taken_ = in.s_tvalid & s_tready_;
    refused_ = taken_ & refusing_;
    if (settings_.drop && !limits_.pool_only()) {
      for_each_port(taken_ & ~refusing_, [&](unsigned i) {
        refused_ |= PortMask{inputs_[i].rejects(limits_, in.s_tdest[i])} << i;
      });
    }
    pool_.observe(limits_, inputs_, offer(in, refused_, m_tvalid), serves_other);
  }
  /// After begin(): nothing but packets of one beat has come since reset, or comes now, without payload,
  /// drops, delays or other settings. Then pop_cell(), accept_cells() and clock_cells() do what the others
  /// would.
  [[nodiscard]] bool cells_only(const Inputs& in) const {
    return cells_only_ && (taken_ & ~in.s_tlast) == 0 && asked_ == in.settings;
  }
  /// No packet of more than a beat has come since reset, nor payload: all that is held is first and last.
  [[nodiscard]] bool all_cells() const { return all_cells_; }
  /// After begin(): the inputs that take a beat.
  [[nodiscard]] PortMask taken() const { return taken_; }
  /// A packet leaves the queue for an output: says whether no other is in it.
  bool pop_cell(unsigned input, unsigned output) {
    const bool none = inputs_[input].pop_single(output);
    bidding_ &= ~(PortMask{inputs_[input].bids() == 0} << input);
    return none;
  }
  template <class Counters, class Able>
  void accept_cells(const Inputs& in, Counters& counters, Able&& able) {
    // Copies, as a queue's bytes might be any of these to a compiler.
    const unsigned ports = params_.ports;
    const std::uint32_t now = now_;
    const std::uint8_t* const tdest = in.s_tdest;
    const std::uint64_t* const tdata = in.s_tdata;
    VoqInput* const inputs = inputs_.data();
    PortMask kept = taken_;
    for_each_port(taken_, [&](unsigned i) {
      const std::uint8_t j = tdest[i];
      const auto able_here = [&](std::uint8_t output, std::uint32_t stamp) { able(i, output, stamp); };
      if (j < ports) {
        inputs[i].push_cell(j, now, tdata[i], able_here);
        counters.enter(i, j, 1, true);
      } else {
        inputs[i].push(settings_, false, j, true, now, &tdata[i], able_here);
        kept &= ~bit(i);
      }
    });
    bidding_ |= kept;
  }
  void clock_cells(PortMask popped) {
    ++now_;
    for_each_port(popped ^ taken_, [&](unsigned i) { put_port(s_tready_, i, inputs_[i].room(settings_)); });
    full_ = all_ports() & ~s_tready_;
  }
  /// Packets whose routing delay is over become able to start: able(input, output, stamp).
  template <class Able>
  void route(Able&& able) {
    for_each_port(delaying_ | full_, [&](unsigned i) {
      inputs_[i].route(settings_, now_,
                       [&](std::uint8_t output, std::uint32_t stamp) { able(i, output, stamp); });
    });
  }
  /// Beats enter the memories, and packets become able to start by it. Says whether a first or last beat was
  /// among those taken.
  template <class Counters, class Able>
  bool accept(const Inputs& in, Counters& counters, Able&& able) {
    bool marked = false;
    for_each_port(taken_, [&](unsigned i) {
      const bool last = (in.s_tlast & bit(i)) != 0;
      const bool refuses = (refused_ & bit(i)) != 0;
      const auto able_here = [&](std::uint8_t output, std::uint32_t stamp) { able(i, output, stamp); };
      const std::uint64_t* const data = &in.s_tdata[std::size_t{i} * beat_stride_];
      if (last && !refuses && inputs_[i].takes_cell(settings_, in.s_tdest[i])) {
        inputs_[i].push_cell(in.s_tdest[i], now_, *data, able_here);
        counters.enter(i, in.s_tdest[i], 1, true);
        marked = true;
        return;
      }
      const auto beat = inputs_[i].push(settings_, refuses, in.s_tdest[i], last, now_, data, able_here);
      all_cells_ = all_cells_ && beat.first && last;
      marked = marked || beat.first || last;
      if (beat.keep) {
        counters.enter(i, beat.destination, 1, beat.first);
      } else if (beat.refused && last) {
        counters.refuse(i, beat.destination);
      }
    });
    return marked;
  }
  /// The clock edge; `popped`: inputs whose memory a beat has left. Says whether the settings have changed.
  bool clock(const Inputs& in, PortMask popped) {
    ++now_;
    const bool reconfigured = asked_ != in.settings;
    if (reconfigured) {
      asked_ = in.settings;
      settings_ = bounded(in.settings, params_);
      settings_.drop = settings_.drop && params_.held_off == 0;
      limits_.set(settings_, true);
    }
    if (reconfigured)
      show_all(all_ports());
    else
      show(popped | taken_ | delaying_ | full_);
    cells_only_ = all_cells_ && !settings_.drop && settings_.route_delay == 0 && delaying_ == 0;
    return reconfigured;
  }

  /// Cycles for which the links can go on as in the last cycle, and the packets under way (`leaving`) of
  /// inputs `popped` to output dest(input) leave, before anything but counts changes.
  template <class Dest, class ServesOther>
  [[nodiscard]] std::uint32_t steady(const Inputs& in, PortMask leaving, PortMask popped, PortMask m_tvalid,
                                     Dest&& dest, ServesOther&& serves_other) const {
    const PortMask taken = in.s_tvalid & s_tready_;
    if (taken != taken_ || asked_ != in.settings) return 0;
    if (!pool_.steady(inputs_, offer(in, taken & refusing_, m_tvalid), serves_other)) return 0;
    std::uint32_t cycles = ~std::uint32_t{0};
    for_each_port(leaving | taken | delaying_ | full_, [&](unsigned i) {
      cycles = std::min(
          cycles, inputs_[i].steady(settings_, (taken & bit(i)) != 0, (popped & bit(i)) != 0, dest(i), now_));
    });
    return cycles;
  }
  /// `n` <= steady() such cycles.
  template <class Dest, class Counters>
  void skip(std::uint32_t n, PortMask popped, Dest&& dest, Counters& counters) {
    for_each_port(popped | taken_, [&](unsigned i) {
      const bool takes = (taken_ & bit(i)) != 0;
      if (takes && inputs_[i].keeps()) counters.enter(i, inputs_[i].destination(), n, false);
      inputs_[i].skip(takes, (popped & bit(i)) != 0, dest(i), n);
    });
    now_ += n;
    show(popped | taken_);  // whether a packet that comes now finds room
  }

 private:
  [[nodiscard]] PoolProbe::Offer offer(const Inputs& in, PortMask discarded, PortMask m_tvalid) const {
    return {in.s_tvalid & ~s_tready_, discarded, in.m_tready & ~m_tvalid, in.s_tdest};
  }
  /// Derives what the links and the switch are shown from what has changed.
  void show(PortMask inputs) {
    if (settings_.drop || settings_.route_delay != 0 || refusing_ != 0) return show_all(inputs);
    PortMask ready = s_tready_ & ~inputs;
    PortMask bidding = bidding_ & ~inputs;
    for_each_port(inputs, [&](unsigned i) {
      ready |= PortMask{inputs_[i].room(settings_)} << i;
      bidding |= PortMask{inputs_[i].bids() != 0} << i;
    });
    s_tready_ = ready;
    bidding_ = bidding;
    full_ = all_ports() & ~s_tready_;
  }
  void show_all(PortMask inputs) {
    for_each_port(inputs, [&](unsigned i) {
      const VoqInput& input = inputs_[i];
      const bool refuses = input.refuses(settings_);
      const bool room = input.room(settings_);
      put_port(refusing_, i, refuses);
      put_port(full_, i, !room);
      put_port(s_tready_, i, refuses || room);
      put_port(bidding_, i, input.bids() != 0);
      put_port(delaying_, i, input.delaying());
    });
  }

  Params params_;
  unsigned beat_stride_;
  Settings settings_;              // registered, and bounded
  std::optional<Settings> asked_;  // what they are bounded from; none since reset
  std::uint32_t now_ = 0;
  std::vector<VoqInput> inputs_;
  PoolProbe pool_;
  AdmissionLimits limits_;
  PortMask delaying_ = 0;             // inputs with packets that wait for their routing delay
  PortMask refusing_ = 0, full_ = 0;  // inputs that discard what comes, have no room
  PortMask bidding_ = 0, s_tready_ = 0;
  PortMask taken_ = 0, refused_ = 0;  // in the last cycle
  bool all_cells_ = false;
  bool cells_only_ = false;  // ... and they are neither refused nor delayed
};

}  // namespace xb::twin
