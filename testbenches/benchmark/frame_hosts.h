// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "host/base/random.h"
#include "host/link/line_pace.h"
#include "host/link/link_rates.h"
#include "host/link/workload.h"
#include "host/measure/histogram.h"
#include "testbenches/benchmark/trial.h"

namespace xb {

struct Setup;

/// The hosts of a trial: they send their streams, leave the gap between frames on their links, both ways, and
/// count what comes. With traffic classes a host sends one frame of each in turn. A frame that its link has
/// no time for waits at the host, in order.
class FrameHosts : public Workload {
 public:
  /// Both outlive it.
  FrameHosts(const Trial& trial, const Setup& setup);

  PortMask before_cycle(std::uint64_t now, Transmitter& transmitter) override;
  [[nodiscard]] PortMask will_be_ready() const override { return all_; }
  [[nodiscard]] PortMask may_send(std::uint64_t now) const override { return links_.may_send(now); }
  [[nodiscard]] std::uint64_t quiet_until(std::uint64_t now, const Transmitter& transmitter) const override;
  void delivered(const DeliveredPacket& packet) override;
  /// All frames have been started.
  [[nodiscard]] bool finished() const override { return stopped_ || left_ == 0; }
  void stop() override { stopped_ = true; }
  [[nodiscard]] std::uint64_t next_event(std::uint64_t now) const override;
  [[nodiscard]] std::uint64_t offered_beats() const override { return sent_ * trial_.frame_beats(); }
  [[nodiscard]] std::uint64_t offered_packets() const override { return sent_; }
  bool watch_queues() override { return !trial_.random_order; }
  [[nodiscard]] PortMask outputs_behind(unsigned port, unsigned of_class, std::uint64_t now) const override;
  [[nodiscard]] std::string who_waits() const override { return {}; }

  /// What they have counted; frames that were due and not started are not sent.
  [[nodiscard]] TrialResult result() const;

 private:
  struct Source {
    std::uint64_t next = 0;      // frame to start
    std::uint64_t frames = 0;    // due before the trial's end
    std::uint64_t due = kNever;  // cycle of the next one; kNever: there is none
    RandomStream order;
    const FrameStream* stream = nullptr;
    std::vector<unsigned> flow = {};  // of each destination of the stream
  };
  struct FlowLatency {
    std::uint64_t sum = 0, min = kNever, max = 0;
  };
  /// What came out of an output while frames were counted.
  struct Output {
    std::uint64_t frames = 0;
    std::uint64_t first = 0, last = 0;  // cycles; between them
    std::uint64_t between = 0;          // frames, without the first, in whole groups
    std::vector<unsigned> open = {};    // flows of those behind the last whole group
  };
  struct OfClass {
    std::uint64_t sent = 0, in_window = 0;
    Histogram fifo = {};  // of those received
  };
  struct OnTheWay {
    std::uint32_t sequence;
    FirstLost here;  // if it is
  };
  struct Sum {
    std::int64_t sum = 0, min = INT64_MAX, max = INT64_MIN;
    void add(std::int64_t value);
    [[nodiscard]] TrialLatency over(std::uint64_t count) const;
  };

  [[nodiscard]] std::uint64_t due_beat(const Source& source, std::uint64_t frame) const;
  void add_unsent(TrialResult& r) const;
  /// Of a host's n-th frame.
  [[nodiscard]] unsigned class_of(unsigned port, std::uint64_t frame) const {
    return static_cast<unsigned>((frame + port) % class_.size());
  }
  void look_ahead();
  void start(unsigned port, std::uint64_t now, Transmitter& transmitter);
  void count_out(unsigned port, unsigned flow, std::uint64_t cycle);
  [[nodiscard]] std::deque<OnTheWay>& on_way(unsigned flow, unsigned of_class) {
    return flow_on_way_[flow * class_.size() + of_class];
  }
  void note_came(std::deque<OnTheWay>& way, std::uint32_t sequence);
  [[nodiscard]] double rate_of(unsigned flow) const;
  void note_sent(std::uint64_t now, const Transmitter& transmitter);

  const Trial& trial_;
  LinkRates links_;
  PortMask all_;
  unsigned ports_;
  bool has_gaps_;
  std::uint64_t frame_line_;  // byte times
  std::uint64_t cycles_per_beat_, settle_cycle_, end_cycle_;
  std::vector<Source> source_;                    // per port
  std::vector<unsigned> flow_of_;                 // source x destination
  PortMask waiting_ = 0;                          // ports with a frame that is due
  std::uint64_t next_due_ = kNever;               // of the other ports
  PortMask was_busy_ = 0;                         // in the last cycle, where there is a gap
  PortMask quiet_sources_ = 0, quiet_sinks_ = 0;  // links in a gap
  LinePace source_pace_, sink_pace_;
  std::vector<std::uint64_t> started_;  // cycle of the first beat, per source
  std::uint64_t frames_a_group_;        // so many have a whole number of beat times together
  std::vector<Output> output_;          // per port
  std::optional<FirstLost> first_lost_;
  std::uint64_t left_ = 0, sent_ = 0, came_ = 0, due_ = 0;
  bool stopped_ = false;
  std::uint64_t now_ = 0;  // the last cycle that it was asked about
  std::vector<TrialFlow> flows_;
  std::vector<FlowLatency> flow_latency_;
  std::vector<std::uint64_t> flow_between_;        // of Output::between
  std::vector<std::deque<OnTheWay>> flow_on_way_;  // by flow and class, until a frame was lost
  std::vector<OfClass> class_;
  Histogram fifo_, out_fifo_;  // of counted frames; of those that come out while frames are counted
  Sum fifo_sum_, lifo_sum_, filo_sum_, out_fifo_sum_;
  std::uint64_t received_ = 0;  // counted frames
};

}  // namespace xb
