// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "host/containers/ring.h"
#include "systemc/class_service.h"
#include "systemc/class_yield.h"
#include "systemc/hol_probe.h"
#include "systemc/memory_lane.h"
#include "systemc/occupancy.h"
#include "systemc/packet_lists.h"
#include "systemc/sharing_policy.h"
#include "systemc/starvation_guard.h"
#include "systemc/twin.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_switch_shared with traffic classes: in the same memory a queue for each output and class, and
/// at each input a stage for each class, so that a class that is held off holds no other. Words hold packets
/// of one class. At an input's turn the highest class writes that can; at an output's turn the highest class
/// is read that ClassService and ClassYield allow. What is read is not interrupted before its packet ends,
/// but where its class is stopped before the packet has begun: an output has a stage for each class, and
/// passes over it.
class MemorySwitchClasses : public NeverSkipped {
 public:
  /// `per_output`: the depth is each queue's (`output`), not the whole memory's (`shared`).
  MemorySwitchClasses(const Params& params, bool per_output);

  void reset();
  void step(const Inputs& in);
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] unsigned queues() const { return params_.ports; }
  /// Inputs that take a beat of whatever class.
  [[nodiscard]] PortMask s_tready() const;
  [[nodiscard]] PortMask class_ready(unsigned c) const { return class_ready_[c]; }
  [[nodiscard]] PortMask m_tvalid() const { return m_tvalid_; }
  [[nodiscard]] Side m_side(unsigned port) const {
    return {static_cast<std::uint8_t>(port), (m_marks_.user & bit(port)) != 0,
            (m_marks_.last & bit(port)) != 0};
  }
  [[nodiscard]] Marks m_marks() const { return {m_marks_.user & m_tvalid_, m_marks_.last & m_tvalid_}; }
  [[nodiscard]] const std::uint64_t* m_tdata(unsigned port) const {
    return lists_.data(shown_stage(outputs_[port]).chains.front().packet);
  }
  [[nodiscard]] std::uint8_t m_tid(unsigned port) const {
    return static_cast<std::uint8_t>(outputs_[port].shown);
  }
  [[nodiscard]] Occupancy& occupancy() { return occupancy_; }
  [[nodiscard]] std::uint32_t occ_beats(unsigned queue) const { return occupancy_.beats(queue); }
  [[nodiscard]] std::uint32_t occ_packets(unsigned queue) const { return occupancy_.packets(queue); }
  [[nodiscard]] std::uint32_t drop_full(unsigned queue) const { return outputs_[queue].drops; }
  [[nodiscard]] std::uint32_t drop_misrouted(unsigned input) const;
  [[nodiscard]] PortMask blocked() const { return blocked_; }
  [[nodiscard]] const HolFlags& hol_flags(unsigned input) const { return flags_[input]; }
  /// Not known of classes.
  [[nodiscard]] static PortMask pool() { return 0; }
  [[nodiscard]] static std::uint8_t pool_by(unsigned /*input*/) { return 0; }
  [[nodiscard]] PortMask idle_with_work() const { return idle_with_work_; }

  /// Words that a class holds or has reserved for an output, and words taken from the pool.
  [[nodiscard]] std::uint32_t queue_words(unsigned output, unsigned c) const {
    return admission_.count(queue(output, c));
  }
  [[nodiscard]] std::uint32_t pool_words() const { return admission_.pool_words(); }
  /// Packets that were in memory and had to go, since reset; drop_full() counts them, too.
  [[nodiscard]] std::uint64_t evicted_packets() const { return evicted_; }

 protected:
  MemorySwitchClasses(const Params& params, SharingPolicy admission);

  using Fate = MemoryLane::Fate;
  /// A class at an input.
  struct Lane : MemoryLane {
    bool refused = false;
  };
  /// Of an output: what is read of a class, at least in part, and not wholly delivered.
  struct Stage {
    struct Chain {
      std::uint32_t packet, number;  ///< in the order in which the output began to read
    };
    Ring<Chain> chains{};
    std::uint32_t staged = 0, shown = 0;  // beats in the stage or on the way to it; of which may be offered
  };
  struct Output {
    ClassService service;
    std::vector<Stage> stages;  // by class
    ClassYield yield{};
    std::uint32_t chains = 0;  // that it has begun to read
    std::uint32_t staged = 0;  // beats, of all classes
    std::uint32_t drops = 0;
    unsigned shown = 0;  // class of the beat on offer, or of the packet under way
    bool begun = false;  // a beat of that packet has gone, and its last has not
    // Classes of which there is a chain, of which the last chain goes on in memory, that are stopped.
    ClassMask filled = 0, reading = 0, stopped = 0;
    /// Those that are stopped, and in no packet.
    [[nodiscard]] ClassMask passed_over() const { return stopped & ~(ClassMask{begun} << shown); }
  };
  [[nodiscard]] unsigned class_of(const Inputs& in, unsigned input) const {
    return params_.classes == 1 ? 0 : in.s_tid[input];
  }
  /// What an input does in its turn.
  struct Turn {
    unsigned of_class = 0;
    Fate fate = Fate::None;
    ClassMask refused = 0;
  };

  [[nodiscard]] unsigned queue(unsigned output, unsigned c) const { return c * params_.ports + output; }
  [[nodiscard]] Lane& lane(unsigned input, unsigned c) { return lanes_[input * params_.classes + c]; }
  [[nodiscard]] const Lane& lane(unsigned input, unsigned c) const {
    return lanes_[input * params_.classes + c];
  }
  [[nodiscard]] Fate decide(const Lane& lane, unsigned c) const;
  Turn decide_turn(unsigned input);
  bool make_room(const Lane& lane, unsigned c);
  std::uint32_t evict(unsigned queue);
  void drop_heads(bool idle);
  void lose(unsigned output, std::uint32_t beats, std::uint32_t packets);
  void write(unsigned input, unsigned c);
  void discard(unsigned input, unsigned c);
  ClassMask readable(unsigned output);
  [[nodiscard]] ClassYield::Words words(unsigned output) const;
  std::optional<unsigned> choose(unsigned output);
  void charge(PortMask m_tready);
  std::uint32_t read(unsigned output, std::optional<unsigned> of_class);
  [[nodiscard]] static const Stage& shown_stage(const Output& output) { return output.stages[output.shown]; }
  [[nodiscard]] static ClassMask under_way(const Output& output);
  [[nodiscard]] static std::uint32_t staged_ahead(const Output& output);
  bool read_word(unsigned output, unsigned c, std::uint32_t beats);
  void stop(const Inputs& in);
  void deliver(unsigned output);
  void accept(unsigned input, const Inputs& in);
  void complete_waiting(unsigned input, const std::array<PortMask, kMaxClasses>& hungry);
  void land(std::uint32_t read_beats, unsigned output, unsigned c);
  void show_front(unsigned output);
  void mark_front(unsigned output, const Stage& stage, bool begun);
  void observe(PortMask m_tready, unsigned input, Turn turn);
  void configure(const Settings& asked);
  [[nodiscard]] bool is_ready(const Lane& lane) const;
  [[nodiscard]] bool goes_first(unsigned c) const;
  [[nodiscard]] ClassMask may_complete(unsigned input) const;
  [[nodiscard]] std::array<PortMask, kMaxClasses> hungry_outputs(unsigned input) const;
  [[nodiscard]] bool is_busy(unsigned output) const;

  Params params_;
  Settings settings_;              // registered, and bounded
  std::optional<Settings> asked_;  // what they are bounded from; none since reset
  SharingPolicy admission_;
  std::uint64_t evicted_ = 0;
  std::uint32_t dropping_ = 0;  // chain of which words go
  PacketLists lists_;
  std::vector<Lane> lanes_;  // input by input
  std::vector<Output> outputs_;
  std::vector<HolFlags> flags_;
  std::vector<StarvationGuard> guards_;  // per input, of words that wait
  Occupancy occupancy_;
  std::uint32_t tick_cycles_;  // between ticks for words that wait
  std::uint64_t now_ = 0;      // 32 bits of it go into stamps, which are compared by difference
  unsigned turn_ = 0, round_ = 0;
  unsigned class_turn_ = 0;          // class that is first to complete a word that waits
  std::uint32_t landing_beats_ = 0;  // of the word whose read began in the last cycle
  unsigned landing_output_ = 0, landing_class_ = 0;
  PortMask behind_ = 0;  // output whose word takes a cycle longer, or none
  std::array<PortMask, kMaxClasses> class_ready_{};
  PortMask stopped_ = 0;  // outputs at which some class is
  PortMask m_tvalid_ = 0, blocked_ = 0, idle_with_work_ = 0;
  Marks m_marks_;             // of the beats on offer
  PortMask left_over_ = 0;    // outputs that could have read a second word at their last turn
  PortMask left_before_ = 0;  // ... and at the turn before that
};

class SwitchOutputClasses : public MemorySwitchClasses {
 public:
  explicit SwitchOutputClasses(const Params& params) : MemorySwitchClasses(params, true) {}
};
static_assert(is_twin_with_classes<SwitchOutputClasses>);

class SwitchSharedClasses : public MemorySwitchClasses {
 public:
  explicit SwitchSharedClasses(const Params& params) : MemorySwitchClasses(params, false) {}
};
static_assert(is_twin_with_classes<SwitchSharedClasses>);

}  // namespace xb::twin
