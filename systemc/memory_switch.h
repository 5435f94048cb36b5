// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "host/containers/ring.h"
#include "systemc/admission.h"
#include "systemc/hol_probe.h"
#include "systemc/memory_lane.h"
#include "systemc/occupancy.h"
#include "systemc/packet_lists.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_shared: a shared memory of words of 2 * ports beats, which inputs and outputs visit in
/// turn, with a queue of packets per output. Stepped once a cycle; between two steps it shows the current
/// cycle. In cycle c after reset, input and output c modulo ports have their turn, so a step looks at one of
/// each.
class MemorySwitch {
 public:
  /// `per_output`: the depth is each output's (`output`), not the whole memory's (`shared`).
  MemorySwitch(const Params& params, bool per_output);

  void reset();
  void step(const Inputs& in);

  [[nodiscard]] std::uint32_t steady(const Inputs& in) const;
  void skip(std::uint32_t n);
  [[nodiscard]] static bool balanced() { return false; }

  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] unsigned queues() const { return params_.ports; }
  [[nodiscard]] PortMask s_tready() const { return s_tready_; }
  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  /// The beat that output `port` offers; only where m_tvalid. Its words are valid until the next call.
  [[nodiscard]] Side m_side(unsigned port) const {
    return {static_cast<std::uint8_t>(port), (m_tuser_ & bit(port)) != 0, (m_tlast_ & bit(port)) != 0};
  }
  [[nodiscard]] Marks m_marks() const { return {m_tuser_ & m_tvalid_, m_tlast_ & m_tvalid_}; }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const {
    return lists_.data(outputs_[port].packets.front());
  }
  [[nodiscard]] Occupancy& occupancy() { return occupancy_; }
  [[nodiscard]] std::uint32_t occ_beats(unsigned queue) const { return occupancy_.beats(queue); }
  [[nodiscard]] std::uint32_t occ_packets(unsigned queue) const { return occupancy_.packets(queue); }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const {
    return inputs_[input].stage.misrouted_packets();
  }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return outputs_[queue].drops; }
  [[nodiscard]] PortMask blocked() const { return blocked_; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned input) const { return inputs_[input].probe.flags(); }
  [[nodiscard]] PortMask pool() const { return pool_; }
  [[nodiscard]] std::uint8_t pool_by(unsigned input) const { return inputs_[input].pool_by; }
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

  /// Words that a queue holds or has reserved, and words taken from the pool.
  [[nodiscard]] std::uint32_t queue_words(unsigned queue) const { return admission_.count(queue); }
  [[nodiscard]] std::uint32_t pool_words() const { return admission_.pool_words(); }

 protected:
  MemorySwitch(const Params& params, Admission admission);

  /// Beats in a row that change nothing but counts. They are counted down here and entered in the counts
  /// when these are looked at (settle). Without payload only.
  struct BeatRun {
    std::uint32_t left = 0, start = 0;
    [[nodiscard]] std::uint32_t moved() const { return start - left; }
  };
  using Fate = MemoryLane::Fate;
  struct Input : MemoryLane {
    BeatRun run{};
    bool pool_cause = false;   // of discarding: there would be room but for packets for other outputs
    std::uint8_t blame = 0;    // the output that held most when it was last so
    std::uint8_t pool_by = 0;  // as shown
    std::uint32_t owed = 0;    // beats discarded for that cause, less the cycles flagged since
  };
  struct Output {
    Ring<std::uint32_t> packets;          // staged: read at least in part, not wholly delivered
    std::uint32_t staged = 0, shown = 0;  // beats in the stage or on the way to it; of which offered
    std::uint32_t drops = 0;
    BeatRun run{};
  };

  void observe(PortMask m_tready, PortMask leaving);
  void judge(unsigned input, Fate fate, bool empty);
  void write(unsigned input);
  void discard(unsigned input);
  std::uint32_t read_word(unsigned output, std::uint32_t beats, bool reads);
  void deliver_beats(PortMask m_tready);
  void land(std::uint32_t read_beats, unsigned output);
  void configure(const Settings& asked);
  void settle(Output& output);
  [[nodiscard]] Fate decide(unsigned input) const;
  [[nodiscard]] PortMask hungry_outputs(unsigned next, const Inputs& in) const;
  void complete_waiting(unsigned next, PortMask hungry);
  [[nodiscard]] bool may_read(unsigned output, std::uint32_t beats) const;
  void observe_pool(PortMask m_tready, PortMask blocked);
  [[nodiscard]] PortMask pool_held(PortMask m_tready, PortMask blocked) const;
  std::uint32_t turn_to_read(unsigned output);
  void deliver(unsigned output);
  void accept(unsigned input, const Inputs& in);
  void accept_any(unsigned input, const Inputs& in);
  void deliver_any(unsigned output);
  void leave_stage(unsigned input);
  void settle(Input& input);
  void start_run(unsigned input);
  void show_front(unsigned output);
  [[nodiscard]] std::uint32_t quiet_flags() const;
  [[nodiscard]] std::uint32_t quiet_inputs(const Inputs& in) const;
  [[nodiscard]] std::uint32_t quiet_outputs(PortMask m_tready) const;

  Params params_;
  unsigned beat_stride_;
  Settings settings_;              // registered, and bounded
  std::optional<Settings> asked_;  // what they are bounded from; none since reset
  Admission admission_;
  PacketLists lists_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  Occupancy occupancy_;
  std::uint32_t tick_cycles_;  // between ticks for words that wait
  std::uint64_t now_ = 0;      // 32 bits of it go into stamps, which are compared by difference
  unsigned turn_ = 0;
  unsigned round_ = 0;               // rounds of turns, modulo ports
  std::uint32_t landing_beats_ = 0;  // of the word whose read began in the last cycle
  unsigned landing_output_ = 0;
  PortMask behind_ = 0;     // output whose word takes a cycle longer, or none
  bool discarded_ = false;  // a word, in the last cycle
  PortMask s_tready_ = 0, m_tvalid_ = 0, blocked_ = 0, idle_with_work_ = 0;
  PortMask m_tuser_ = 0, m_tlast_ = 0;   // of the beats on offer
  PortMask in_runs_ = 0, out_runs_ = 0;  // ports with beats left in a run
  PortMask words_ = 0;                   // inputs with a word to write
  PortMask waits_ = 0;                   // inputs with words that wait for packets
  PortMask refused_ = 0;                 // of which refused at the last turn
  PortMask crowded_ = 0;                 // of which by packets for other outputs alone
  PortMask owing_ = 0;                   // inputs that owe cycles for beats discarded
  PortMask in_packet_ = 0;               // outputs in the middle of a packet
  PortMask pool_ = 0;
  PortMask tight_ = 0;              // inputs that may not be ready
  PortMask busy_ = 0;               // outputs with a packet to read or beats to send
  PortMask left_over_ = 0;          // outputs that could have read a second word at their last turn
  PortMask left_before_ = 0;        // ... and at the turn before that
  PortMask taken_ = 0, given_ = 0;  // ports whose beat moved in the last step
};

}  // namespace xb::twin
