// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "host/base/random.h"
#include "host/config/setup.h"
#include "host/device/wire_format.h"
#include "host/link/pause_units.h"
#include "host/link/scoreboard.h"
#include "host/link/transmitter.h"
#include "testbenches/tracing/shown_queues.h"

namespace xb {
namespace {

constexpr unsigned kLongest = 16;         // beats of a packet, where the shortest has one, unless each has
constexpr unsigned kLonger[] = {24, 65};  // beats of a few packets: more than 4, 5, or 6 bits count
constexpr unsigned kFewPackets = 4, kFewBeats = 2;  // from each input to an output that all overload
constexpr std::uint64_t kQuietCycles = 16;

/// What hosts do in a phase.
struct Phase {
  const char* name;
  std::uint64_t cycles;
  unsigned longest;       ///< packets of 1 to so many beats, or as many more as the shortest is longer
  unsigned send_percent;  ///< probability that an input offers its next beat
  unsigned take_percent;  ///< probability that a receiver is ready
  bool one_output;        ///< all to output 0
  std::uint64_t closed;   ///< cycles at its beginning in which no receiver is ready
};
constexpr Phase kPhases[] = {
    {"one output", 1000, kLongest, 100, 50, true, 0},  // and as long as anyone may wait
    {"random packets", 3000, kLongest, 100, 90, false, 0},
    {"slow receivers", 3000, kLongest, 80, 20, false, 0},
    {"gaps between beats", 2000, kLongest, 40, 100, false, 0},
    {"receivers closed", 2500, kLongest, 100, 100, false, 1500},
    {"receivers closed", 2500, 1, 100, 60, true, 1500},
};
constexpr Phase kAtOnce{"packets right after reset", 200, kLongest, 100, 80, false, 0};
constexpr Phase kStart{"packets in the first cycle", 40, kLongest, 100, 80, false, 0};
constexpr Phase kWaiting{"receivers that wait for tvalid", 200, kLongest, 100, 100, false, 0};
constexpr Phase kSaturation{"one beat a packet", 20000, 1, 100, 100, false, 0};

// Of the long exercise.
constexpr unsigned kLongPacket = 300;          // beats
constexpr std::uint64_t kManyBeats = 1000000;  // of each output, or as many as there are in
constexpr std::uint64_t kManyPackets = 70000;  // of one beat, likewise: more than 16 bits count
constexpr std::uint64_t kDeepStall = 20000;    // cycles
constexpr std::uint64_t kPause = 5000;      // cycles in which no input goes on; nobody may call that a wait
constexpr std::uint64_t kLongRest = 70000;  // cycles
constexpr unsigned kShort = 4;              // beats of a packet where subsets of the inputs send
constexpr unsigned kAllSubsets = 6;         // ports up to which every subset does,
constexpr unsigned kSomeSubsets = 63;       // else so many

/// Cycles in which whoever waits is served.
std::uint64_t bound_of(unsigned ports, unsigned longest, unsigned least) {
  return ProgressWatch::bound_cycles(ports, longest + least - 1);
}

class Exercise {
 public:
  /// `longest`: beats of a packet, where the shortest has one.
  Exercise(const Setup& setup, SwitchModel& model, const PhaseSink& tell, unsigned longest = kLongest)
      : tell_(tell),
        ports_(setup.config.ports),
        classes_(setup.config.classes),
        words_(setup.config.data_words()),
        lengths_(setup.lengths),
        least_(least_beats(*setup.device, setup.config)),
        beat_bytes_(setup.config.beat_bytes()),
        least_bytes_(WireFormat::is_needed(*setup.device, setup.config) ? setup.config.packet_min : 8),
        most_(setup.device->most_beats(setup.config.width) - least_ + 1),
        longest_(std::min(longest, most_)),
        pairs_(setup.device->claims.pairs(ports_)),
        one_output_(most_reached(pairs_, ports_)),
        can_stall_(setup.device->out.tready.is_there()),
        offers_first_(setup.device->claims.stable && !setup.device->axi.is_there()),
        bound_(bound_of(ports_, longest, least_)),
        lossy_(setup.config.drop()),
        fair_(setup.device->claims.fair),
        came_(std::size_t{ports_} * ports_),
        obeys_(setup.pause.has_value()),
        pauses_(ports_, setup.pause.value_or(PauseSettings{})),
        model_(model),
        transmitter_(ports_, words_, lengths_, classes_),
        scoreboard_(ports_, lengths_, classes_),
        rules_({ports_, words_, setup.config.flow != FlowControl::Drop, setup.config.store_forward(), bound_,
                lengths_, setup.device->claims.stable, setup.device->claims.fair, classes_,
                setup.config.width}),
        queues_(*setup.device, setup.config.ports),
        random_(setup.config.seed, StreamPurpose::Test, 0) {}

  ExerciseResult run() {
    run_phase({"after reset", kQuietCycles, 0, 0, 100, false, 0});
    run_phase(kAtOnce);
    drain(100);
    result_.least_latency = ~std::uint64_t{0};
    lone_packets("lone packets");
    result_.routes = good();
    for (Phase phase : kPhases) {
      if (phase.one_output && phase.closed == 0) phase.cycles += bound_;
      run_phase(phase);
      drain(phase.take_percent);
    }
    if (obeys_ && can_stall_) pause_all();
    const std::uint64_t before = rules_.delivered_beats();
    run_phase(kSaturation);
    if (good())
      result_.saturation = static_cast<double>(rules_.delivered_beats() - before) /
                           static_cast<double>(kSaturation.cycles * ports_);
    drain(100);
    if (!obeys_ && !lossy_ && fair_) overload_each();
    // A switch that asks for pauses has headroom for some length. What is lost of long packets shows in those
    // that follow; of a lossless switch nothing is missing anyway.
    if (lossy_ && !obeys_) longer_packets();
    if (lossy_) lone_packets("lone packets at the end");
    if (can_stall_ && offers_first_) wait_for_offers();
    if (good()) {
      rules_.finish(now_, scoreboard_);
      note();
    }
    if (!lossy_ && !obeys_) longer_packets();
    return end();
  }

  /// Traffic from the first cycle on: who meets whom first follows from the setup's seed.
  ExerciseResult run_start() {
    run_phase(kStart);
    drain(100);
    return end();
  }

  /// Long packets, many of them, many short ones, outputs that stand still one by one, inputs that do, and
  /// rest.
  ExerciseResult run_many() {
    keeps_ = false;
    const Phase random{"many long packets", 10000, longest_, 100, 100, false, 0};
    run_until(random, kManyBeats);
    run_until({"many short packets", 10000, 1, 100, 100, false, 0}, kManyPackets);
    for (unsigned output = 0; output < ports_ && can_stall_; ++output) {
      closed_ = bit(output);
      run_phase({"an output that stands still", kDeepStall, longest_, 100, 100, false, 0});
      closed_ = 0;
      run_phase({"an output that goes on", kDeepStall, longest_, 100, 100, false, 0});
    }
    run_phase({"inputs that pause", kPause, longest_, 0, 100, false, 0});
    run_phase({"inputs that go on", kPause, longest_, 100, 100, false, 0});
    drain(100);
    run_phase({"a long rest", kLongRest, 0, 0, 100, false, 0});
    run_phase(random);
    drain(100);
    return end();
  }
  /// Only some inputs send, all to one output: each subset, or many.
  ExerciseResult run_subsets() {
    keeps_ = false;
    const unsigned all = ports_ <= kAllSubsets ? (1U << ports_) - 1 : kSomeSubsets;
    for (unsigned n = 1; n <= all && good(); ++n) {
      only_ = ports_ <= kAllSubsets ? n : random_.next() & all_ports(ports_);
      one_output_ = nth_port(reached(), n % port_count(reached()));
      if ((only_ & pairs_.inputs_of(one_output_, ports_)) == 0) continue;
      run_phase({"some inputs only", bound_ + 1000, longest_, 100, 100, true, 0});
      drain(100);
    }
    return end();
  }

 private:
  /// Again and again, until so many beats have come out of each output, or would have of a slow switch.
  void run_until(const Phase& phase, std::uint64_t beats) {
    const std::uint64_t wanted = rules_.delivered_beats() + beats * port_count(reached());
    const std::uint64_t latest = now_ + 16 * beats;
    while (good() && rules_.delivered_beats() < wanted && now_ < latest) run_phase(phase);
  }
  ExerciseResult end() {
    result_.beats = rules_.delivered_beats();
    result_.cycles = now_;
    if (!good()) result_.copies = copies();
    result_.least_packets = ~std::uint64_t{0};
    for_each_port(reached(), [&](unsigned output) {
      std::uint64_t packets = 0;
      for (unsigned input = 0; input < ports_; ++input) packets += rules_.delivered_packets(input, output);
      result_.packets += packets;
      result_.least_packets = std::min(result_.least_packets, packets);
    });
    return std::move(result_);
  }
  /// Outputs that offer the same beat; of few bits it may be so by chance.
  [[nodiscard]] PortMask copies() const {
    constexpr unsigned kLeastBytes = 4;
    const PortMask valid = beat_bytes_ < kLeastBytes ? 0 : out_.m_tvalid & all_ports(ports_);
    PortMask alike = 0;
    for_each_port(valid, [&](unsigned one) {
      const auto* const data = &out_.m_tdata[std::size_t{one} * words_];
      for_each_port(valid & ~bit(one), [&](unsigned other) {
        if (std::equal(data, data + words_, &out_.m_tdata[std::size_t{other} * words_])) alike |= bit(one);
      });
    });
    return alike;
  }
  /// Outputs that some input reaches.
  [[nodiscard]] PortMask reached() const {
    PortMask outputs = 0;
    for (unsigned input = 0; input < ports_; ++input) outputs |= pairs_.outputs_of(input);
    return outputs & all_ports(ports_);
  }
  [[nodiscard]] bool good() const { return !result_.violation; }

  bool chance(unsigned percent) { return random_.below(100) < percent; }
  PortMask ports_with(unsigned percent) {
    if (percent == 100) return all_ports(ports_);
    PortMask set = 0;
    for (unsigned port = 0; port < ports_; ++port) {
      if (chance(percent)) set |= bit(port);
    }
    return set;
  }

  void begin(const char* name) {
    phase_ = name;
    if (tell_) tell_(name);
  }
  void run_phase(const Phase& phase) {
    result_.phase = good() ? phase.name : result_.phase;
    if (tell_) tell_(phase.name);
    for (std::uint64_t n = 0; n < phase.cycles && good(); ++n) {
      if (phase.longest > 0) {
        for_each_port(transmitter_.idle() & senders(phase), [&](unsigned port) { start(port, phase); });
      }
      const bool closed = n < phase.closed && can_stall_;
      step(ports_with(phase.send_percent), closed ? 0 : ready_ports(phase.take_percent));
    }
  }
  /// A few from each input: no two to one output, and then to any. A lossless switch whose memory such
  /// packets do not fit into may hold them back: then there is nothing more to see.
  void longer_packets() {
    begin("longer packets");
    for (unsigned beats : kLonger) {
      beats = std::min(beats, most_);
      for (const bool meet : {false, true}) {
        if (!good() || beats <= kLongest) return;
        result_.phase = phase_;
        for_each_port(pairs_.inputs(ports_), [&](unsigned port) {
          unsigned output = meet ? random_.below(ports_) : (port + beats) % ports_;
          while (!pairs_.connected(port, output)) output = random_.below(ports_);
          send(port, output, length_of(least_ + beats - 1));
        });
        drain(90);
        if (good() || lossy_ || result_.violation->rule != "progress") continue;
        result_.held_back = least_ + beats - 1;
        return result_.violation.reset();
      }
    }
  }
  /// Each output gets packets from all inputs that reach it, until each of these has got some through: one
  /// that its arbiter passes over never does.
  void overload_each() {
    begin("each output overloaded");
    for_each_port(reached(), [&](unsigned output) {
      const PortMask inputs = pairs_.inputs_of(output, ports_);
      const std::uint64_t latest = now_ + bound_ + 1000;
      std::vector<std::uint64_t> before(ports_);
      for_each_port(inputs, [&](unsigned i) { before[i] = rules_.delivered_packets(i, output); });
      PortMask late = good() ? inputs : 0;
      while (good() && late != 0 && now_ < latest) {
        result_.phase = phase_;
        for_each_port(transmitter_.idle() & inputs, [&](unsigned port) {
          send(port, output, length_of(least_ + random_.below(std::min(kFewBeats, longest_))));
        });
        step(all_ports(ports_), all_ports(ports_));
        for_each_port(late, [&](unsigned i) {
          if (rules_.delivered_packets(i, output) >= before[i] + kFewPackets) late &= ~bit(i);
        });
      }
      if (good() && late != 0)
        result_.violation = RuleViolation{
            now_, fmt::format("input {}", lowest_port(late)), "progress",
            fmt::format("{} of its packets out of output {}, which all inputs overload, within {} cycles",
                        kFewPackets, output, bound_ + 1000),
            "fewer"};
      drain(100);
    });
  }
  /// Receivers are ready for what is on show already. Where that is nothing, and comes once they are ready,
  /// the switch has waited for them; so may they for it, and then nothing ever moves.
  void wait_for_offers() {
    const auto step_until_beat = [&](std::uint64_t cycles) {
      const std::uint64_t since = now_, beats = rules_.delivered_beats();
      while (good() && rules_.delivered_beats() == beats && now_ - since < cycles)
        step(all_ports(ports_), all_ports(ports_));
      return rules_.delivered_beats() != beats;
    };
    const auto is_inside = [&] { return transmitter_.busy() != 0 || scoreboard_.in_flight() > 0; };
    waits_ = true;
    run_phase(kWaiting);
    while (good() && is_inside() && step_until_beat(bound_ + 1000)) continue;
    waits_ = false;
    const std::uint64_t since = now_;
    if (good() && is_inside() && step_until_beat(bound_) && good())
      result_.violation = RuleViolation{since, output_name(lowest_port(out_.m_tvalid)), "valid-first",
                                        "tvalid 1, as a packet is inside, before its receiver is ready",
                                        "tvalid 0 until it is"};
    drain(100);
  }
  /// Inputs that are connected with an output that the phase is about.
  [[nodiscard]] PortMask senders(const Phase& phase) const {
    return only_ & (phase.one_output ? pairs_.inputs_of(one_output_, ports_) : pairs_.inputs(ports_));
  }
  /// The lowest of those that most inputs reach.
  static unsigned most_reached(const PortPairs& pairs, unsigned ports) {
    unsigned best = 0;
    for (unsigned output = 1; output < ports; ++output) {
      if (port_count(pairs.inputs_of(output, ports)) > port_count(pairs.inputs_of(best, ports)))
        best = output;
    }
    return best;
  }
  void start(unsigned port, const Phase& phase) {
    unsigned output = phase.one_output ? one_output_ : random_.below(ports_);
    while (!pairs_.connected(port, output)) output = random_.below(ports_);
    send(port, output, length_of(least_ + random_.below(std::min(phase.longest, longest_))));
  }
  /// Nothing leaves until all hosts have paused, in every phase of the longest packets.
  void pause_all() {
    begin("pauses in all phases");
    for (unsigned c = 0; c < classes_; ++c)
      for (unsigned first = 1; first <= longest_ && good(); ++first) pause_after(c, first);
  }
  /// Packets of a class, of which the first has so many beats.
  void pause_after(unsigned of_class, unsigned first) {
    result_.phase = phase_;
    PortMask begun = 0, busy = 0;
    const std::uint64_t latest = now_ + kDeepStall;
    do {
      for_each_port(transmitter_.idle() & pairs_.inputs(ports_), [&](unsigned port) {
        const unsigned beats = (begun & bit(port)) != 0 ? longest_ : first;
        begun |= bit(port);
        send(port, lowest_port(pairs_.outputs_of(port)), length_of(least_ + beats - 1), of_class);
      });
      busy = transmitter_.busy();
      step(all_ports(ports_), 0);
    } while (good() && busy != 0 && now_ < latest);
    drain(100);
  }
  void send(unsigned port, unsigned output, unsigned length) {
    send(port, output, length, classes_ == 1 ? 0 : random_.below(classes_));
  }
  /// A packet of a class, if that need not pause.
  void send(unsigned port, unsigned output, unsigned length, unsigned of_class) {
    if ((pauses_.paused(of_class) & bit(port)) == 0)
      transmitter_.start_of_class(of_class, port, output, length, now_);
  }
  /// Receivers that are ready with this probability, if they may not be.
  PortMask ready_ports(unsigned percent) { return ports_with(can_stall_ ? percent : 100); }
  /// A length of so many beats; in bytes any that has room for what packets are known by.
  unsigned length_of(unsigned beats) {
    if (!lengths_.in_bytes()) return beats;
    const unsigned full = beat_bytes_ * beats;
    return full - random_.below(std::min(beat_bytes_, full - least_bytes_ + 1));
  }
  /// Until all is out, or, of a switch that may lose packets, nothing comes any more.
  void drain(unsigned percent) {
    const std::uint64_t patience = bound_ + 1000;
    std::uint64_t moved = now_;
    while (good() && (transmitter_.busy() != 0 || scoreboard_.in_flight() > 0) && now_ - moved < patience) {
      const std::uint64_t beats = rules_.delivered_beats();
      step(all_ports(ports_), ready_ports(percent));
      if (rules_.delivered_beats() != beats || transmitter_.busy() != 0) moved = now_;
    }
    if (good() && transmitter_.busy() == 0) rules_.finish(now_, scoreboard_);
    note();
    step(0, all_ports(ports_));
    if (good() && transmitter_.busy() == 0)
      result_.violation = queues_.at_rest(out_, now_ - 1, scoreboard_.lost() + scoreboard_.in_flight());
    for (std::uint64_t n = 0; good() && pausing() != 0 && n < patience; ++n) step(0, all_ports(ports_));
    if (good() && pausing() != 0)
      result_.violation =
          RuleViolation{now_, fmt::format("input {}", lowest_port(pausing())), "pause-ends",
                        "no pause of what has left the switch", fmt::format("one for {} cycles", patience)};
  }
  /// Inputs that ask for a pause of some class.
  [[nodiscard]] PortMask pausing() const {
    PortMask inputs = 0;
    for (unsigned c = 0; obeys_ && c < classes_; ++c) inputs |= out_.pause[c];
    return inputs;
  }

  /// One packet at a time, between all ports.
  void lone_packets(const char* name) {
    begin(name);
    for (unsigned input = 0; input < ports_ && good(); ++input) {
      for (unsigned output = 0; output < ports_ && good(); ++output) {
        if (!pairs_.connected(input, output)) continue;
        for (const unsigned more : {0U, 1U, kLongest - 1}) {
          if (more < longest_) lone_packet(input, output, least_ + more);
        }
      }
    }
    // A switch may lose packets, not all of them.
    if (good() && rules_.delivered_beats() == 0)
      result_.violation = RuleViolation{now_, "all outputs", "progress", "some of the lone packets", "none"};
    for (unsigned flow = 0; flow < came_.size(); ++flow) {
      if (pairs_.connected(flow / ports_, flow % ports_)) look_at_flow(flow / ports_, flow % ports_);
    }
    came_.assign(came_.size(), 0);
  }
  /// Some of each flow's packets come out. What loses half of them at random loses so many in a row once in
  /// 65,536 flows.
  void look_at_flow(unsigned input, unsigned output) {
    constexpr unsigned kMore = 13;
    const std::uint64_t& came = came_[std::size_t{input} * ports_ + output];
    for (unsigned n = 0; n < kMore && came == 0 && good(); ++n) lone_packet(input, output, least_);
    if (came == 0 && good())
      result_.violation =
          RuleViolation{now_, output_name(output), "flow",
                        fmt::format("some of {} lone packets from input {}", 3 + kMore, input), "none"};
  }
  void lone_packet(unsigned input, unsigned output, unsigned beats) {
    if (!good()) return;
    result_.phase = phase_;
    const std::uint64_t before = rules_.delivered_packets(input, output);
    send(input, output, length_of(beats));
    drain(100);
    const std::uint64_t came = rules_.delivered_packets(input, output) - before;
    came_[std::size_t{input} * ports_ + output] += came;
    if (beats > least_ || !good() || came == 0) return;
    result_.least_latency = std::min(result_.least_latency, rules_.last_latency());
    result_.most_latency = std::max(result_.most_latency, rules_.last_latency());
  }

  void step(PortMask send, PortMask take) {
    if (!good()) return;
    // What cannot be held behind the switch does not pause in front of it either, within a packet.
    transmitter_.offer(can_stall_ ? send : send | transmitter_.partly_taken());
    SwitchInputs& in = transmitter_.wires();
    const PortMask were_ready = in.m_tready;
    in.m_tready = take & ~closed_ & (waits_ ? out_.m_tvalid : ~PortMask{0});
    try {
      model_.cycle(in, out_);
    } catch (const BrokenRule& broken) {
      result_.violation = broken.violation();
      return;
    }
    if (keeps_) remember();
    result_.offers_to_all |= (out_.m_tvalid & ~were_ready & all_ports(ports_)) != 0;
    look_at_room(in);
    if (good()) result_.violation = queues_.look(out_, now_);
    const SwitchInputs applied = in;  // advance() goes on to the next beats
    transmitter_.advance(in.s_tvalid & out_.s_tready, now_, scoreboard_);
    rules_.cycle(applied, out_, now_, scoreboard_);
    note();
    if (good()) tell_queues(applied);
    ++now_;
    if (obeys_) obey();
  }
  void tell_queues(const SwitchInputs& in) {
    for_each_port(in.s_tvalid & out_.s_tready,
                  [&](unsigned port) { queues_.goes_in(port, in.s_tdest[port]); });
    for_each_port(out_.m_tvalid & in.m_tready,
                  [&](unsigned port) { queues_.comes_out(rules_.source_of_last(port), port); });
  }
  /// What hosts know of pauses in the cycle that begins.
  void obey() {
    for (unsigned c = 0; c < classes_; ++c)
      for (unsigned port = 0; port < ports_; ++port) pauses_.show(port, c, (out_.pause[c] >> port & 1U) != 0);
    pauses_.before_cycle(now_, 0);
  }
  /// A link of hosts that pause shows no ready: each of their beats has to find room.
  void look_at_room(const SwitchInputs& in) {
    const PortMask lost = obeys_ ? in.s_tvalid & ~out_.s_tready & all_ports(ports_) : 0;
    if (lost == 0 || !good()) return;
    const unsigned port = lowest_port(lost);
    result_.violation = RuleViolation{now_, fmt::format("input {}", port), "headroom",
                                      "room for what comes before its host obeys a pause",
                                      fmt::format("a beat of class {} that is not taken", in.s_tid[port])};
  }
  void note() {
    if (rules_.violation() && good()) result_.violation = rules_.violation();
  }
  void remember() {
    ShownCycle shown{out_.s_tready & all_ports(ports_), out_.m_tvalid & all_ports(ports_), pausing(), 0};
    for_each_port(shown.valid, [&](unsigned port) {
      std::uint64_t mix = shown.payload ^ (std::uint64_t{out_.m_tdest[port]} << 2U) ^
                          (std::uint64_t{out_.m_tid[port]} << 10U) ^ ((out_.m_tlast >> port & 1U) << 1U) ^
                          (out_.m_tuser >> port & 1U);
      for (unsigned w = 0; w < words_; ++w)
        mix = RandomStream::mix(mix ^ out_.m_tdata[std::size_t{port} * words_ + w]);
      shown.payload = lengths_.in_bytes() ? RandomStream::mix(mix ^ out_.m_tkeep[port]) : mix;
    });
    result_.shown.push_back(shown);
  }

  const PhaseSink& tell_;
  unsigned ports_, classes_, words_;
  LengthUnit lengths_;
  unsigned least_;  // beats of the shortest packet
  unsigned beat_bytes_, least_bytes_;
  unsigned most_;     // beats of a packet, where the shortest has one
  unsigned longest_;  // likewise, in most phases
  PortPairs pairs_;
  unsigned one_output_;                        // of the phases that are about one
  bool can_stall_;                             // receivers may
  bool offers_first_;                          // the switch does not wait for receivers
  bool waits_ = false;                         // receivers wait for what is on offer
  bool keeps_ = true;                          // what is shown
  PortMask only_ = ~PortMask{0}, closed_ = 0;  // inputs that send, receivers that are not ready
  std::uint64_t bound_;
  bool lossy_, fair_;
  std::vector<std::uint64_t> came_;  // of the lone packets, per flow
  const char* phase_ = "";           // of these
  bool obeys_;                       // hosts pause as the switch asks them to
  PauseUnits pauses_;
  SwitchModel& model_;
  Transmitter transmitter_;
  Scoreboard scoreboard_;
  PortRules rules_;
  ShownQueues queues_;
  RandomStream random_;
  SwitchOutputs out_{};
  std::uint64_t now_ = 0;
  ExerciseResult result_;
};

}  // namespace

ExerciseResult exercise(const Setup& setup, SwitchModel& model, const PhaseSink& tell) {
  return std::make_unique<Exercise>(setup, model, tell)->run();
}

ExerciseResult exercise_start(const Setup& setup, SwitchModel& model) {
  return std::make_unique<Exercise>(setup, model, PhaseSink{})->run_start();
}

ExerciseResult exercise_many(const Setup& setup, SwitchModel& model, const PhaseSink& tell) {
  return std::make_unique<Exercise>(setup, model, tell, kLongPacket)->run_many();
}

ExerciseResult exercise_subsets(const Setup& setup, SwitchModel& model, const PhaseSink& tell) {
  return std::make_unique<Exercise>(setup, model, tell, kShort)->run_subsets();
}

std::optional<RuleViolation> first_difference(const ExerciseResult& wanted, const ExerciseResult& got,
                                              const std::string& rule) {
  const std::size_t cycles = std::min(wanted.shown.size(), got.shown.size());
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
    const ShownCycle& a = wanted.shown[cycle];
    const ShownCycle& b = got.shown[cycle];
    const auto violation = [&](const char* side, const char* signal, PortMask x, PortMask y) {
      const unsigned port = lowest_port(x ^ y);
      return RuleViolation{cycle, fmt::format("{} {}", side, port), rule,
                           fmt::format("{} {}, as in the other run", signal, x >> port & 1U),
                           std::to_string(y >> port & 1U)};
    };
    if (a.ready != b.ready) return violation("input", "tready", a.ready, b.ready);
    if (a.pause != b.pause) return violation("input", "pause", a.pause, b.pause);
    if (a.valid != b.valid) return violation("output", "tvalid", a.valid, b.valid);
    if (a.payload != b.payload)
      return RuleViolation{cycle, fmt::format("outputs {:#x}", a.valid), rule, "the payload of the other run",
                           "another one"};
  }
  return {};
}

}  // namespace xb
