// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial.h"

#include <algorithm>

#include "host/run/record_fields.h"
#include "host/run/record_io.h"

namespace xb {

using Json = nlohmann::ordered_json;

// The lists of members, for writing and for reading.

template <class Io, class T>
IfIs<T, TrialFlow> fields(const Io& io, T& f) {
  io("source", f.source);
  io("destination", f.destination);
  io("due", f.due);
  io("sent", f.sent);
  io("received", f.received);
  io("in_window", f.in_window);
  io("rate", f.rate);
}

template <class Io, class T>
IfIs<T, TrialClass> fields(const Io& io, T& c) {
  io("due", c.due);
  io("sent", c.sent);
  io("received", c.received);
  io("in_window", c.in_window);
  io("fifo_mean", c.fifo_mean);
  io("fifo_p99", c.fifo_p99);
}

template <class Io, class T>
IfIs<T, FirstLost> fields(const Io& io, T& l) {
  io("sent", l.sent);
  io("came", l.came);
}

template <class Io, class T>
IfIs<T, TrialLatency> fields(const Io& io, T& l) {
  io("mean", l.mean);
  io("min", l.min);
  io("max", l.max);
}

template <class Io, class T>
IfIs<T, CollectivePauses> fields(const Io& io, T& p) {
  io("count", p.count);
  io("paused", p.paused);
  io("victims", p.victims);
}

template <class Io, class T>
IfIs<T, CollectiveResult> fields(const Io& io, T& c) {
  io("cycles", c.cycles);
  io("roofline", c.roofline);
  io("latency_p99", c.latency_p99);
  io("latency_max", c.latency_max);
  io("occupancy_p95", c.occupancy_p95);
  io("occupancy_p99", c.occupancy_p99);
  io("occupancy_max", c.occupancy_max);
  io("flow_p99", c.flow_p99);
  io("flow_max", c.flow_max);
  io("evenness", c.evenness);
  io.member("pauses", c.pauses);
}

template <class Io, class T>
IfIs<T, TrialResult> fields(const Io& io, T& r) {
  io("flows", r.flows);
  io("due", r.due);
  io("sent", r.sent);
  io("lost", r.lost);
  io("counted_due", r.counted_due);
  io("first_lost", r.first_lost);
  io("fifo", r.fifo);
  io("lifo", r.lifo);
  io("filo", r.filo);
  io("fifo_p99", r.fifo_p99);
  if (io.has("out_fifo", r.sent != r.due)) {
    io("out_fifo", r.out_fifo);
    io("out_fifo_p99", r.out_fifo_p99);
  }
  io("delay_variation", r.delay_variation);
  io("delay_variation_max", r.delay_variation_max);
  if (io.has("classes", !r.classes.empty())) io("classes", r.classes);
  io("hol", r.hol);
  io("hol_at_hosts", r.hol_at_hosts);
  io("idle_with_work", r.idle_with_work);
  io("occupancy_max", r.occupancy_max);
  io.member("lag", r.lag);
  io.member("collective", r.collective);
}

nlohmann::ordered_json to_json(const Trial& trial) {
  Json streams = Json::array();
  for (const FrameStream& s : trial.streams) {
    streams.push_back({{"source", s.source},
                       {"destinations", s.destinations},
                       {"load", {s.load.num, s.load.den}},
                       {"offset", s.offset},
                       {"frames", s.frames == FrameStream::kNoLimit ? Json() : Json(s.frames)}});
  }
  return {{"beats", trial.beats},
          {"settle", trial.settle},
          {"random_order", trial.random_order},
          {"streams", std::move(streams)}};
}

double trial_cost(const Trial& trial) {
  // A cycle costs something, and a frame more than its beats.
  double cost = 0;
  if (trial.config.schedule) {
    const double packets =
        static_cast<double>(trial.config.ports) * trial.config.ports * trial.config.packets_per_message;
    return packets * (8 + 0.1 * trial.frame_beats()) + 1;
  }
  for (const FrameStream& stream : trial.streams) {
    const double frames =
        static_cast<double>(trial.beats) * stream.load.share() / static_cast<double>(trial.frame_time());
    cost += std::min(frames, static_cast<double>(stream.frames)) * (8 + 0.1 * trial.frame_beats());
  }
  return cost + 1;
}

nlohmann::ordered_json to_json(const TrialResult& result) {
  Json json = Json::object();
  fields(RecordWriter(json, 0), result);
  return json;
}

TrialResult trial_result_from_json(const nlohmann::ordered_json& json) {
  TrialResult result;
  fields(RecordReader(json), result);
  return result;
}

TrialFlow flows_between(const TrialResult& result, unsigned source, unsigned destination) {
  TrialFlow sum{source, destination};
  for (const TrialFlow& flow : result.flows) {
    if (source < kAnyHost && flow.source != source) continue;
    if (destination < kAnyHost && flow.destination != destination) continue;
    sum.due += flow.due;
    sum.sent += flow.sent;
    sum.received += flow.received;
    sum.in_window += flow.in_window;
    sum.rate += flow.rate;
  }
  return sum;
}

}  // namespace xb
