// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial.h"

#include <algorithm>

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

Json latency_json(const TrialLatency& latency) { return {latency.mean, latency.min, latency.max}; }

TrialLatency latency_from(const Json& json) {
  return {json[0].get<double>(), json[1].get<std::int64_t>(), json[2].get<std::int64_t>()};
}

}  // namespace

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
  for (const FrameStream& stream : trial.streams) {
    const double frames =
        static_cast<double>(trial.beats) * stream.load.share() / static_cast<double>(trial.frame_time());
    cost += std::min(frames, static_cast<double>(stream.frames)) * (8 + 0.1 * trial.frame_beats());
  }
  return cost + 1;
}

nlohmann::ordered_json to_json(const TrialResult& result) {
  Json flows = Json::array();
  for (const TrialFlow& f : result.flows)
    flows.push_back({f.source, f.destination, f.due, f.sent, f.received, f.in_window, f.rate});
  Json first_lost;
  if (result.first_lost) first_lost = {result.first_lost->sent, result.first_lost->came};
  return {{"flows", std::move(flows)},
          {"due", result.due},
          {"sent", result.sent},
          {"lost", result.lost},
          {"counted_due", result.counted_due},
          {"first_lost", std::move(first_lost)},
          {"fifo", latency_json(result.fifo)},
          {"lifo", latency_json(result.lifo)},
          {"filo", latency_json(result.filo)},
          {"fifo_p99", result.fifo_p99},
          {"delay_variation", result.delay_variation},
          {"delay_variation_max", result.delay_variation_max},
          {"hol", result.hol},
          {"hol_at_hosts", result.hol_at_hosts},
          {"idle_with_work", result.idle_with_work},
          {"occupancy_max", result.occupancy_max}};
}

TrialResult trial_result_from_json(const nlohmann::ordered_json& json) {
  TrialResult result;
  for (const Json& f : json.at("flows")) {
    result.flows.push_back({f[0].get<unsigned>(), f[1].get<unsigned>(), f[2].get<std::uint64_t>(),
                            f[3].get<std::uint64_t>(), f[4].get<std::uint64_t>(), f[5].get<std::uint64_t>(),
                            f[6].get<double>()});
  }
  result.due = json.at("due").get<std::uint64_t>();
  result.sent = json.at("sent").get<std::uint64_t>();
  result.lost = json.at("lost").get<std::uint64_t>();
  result.counted_due = json.at("counted_due").get<std::uint64_t>();
  if (const Json& first = json.at("first_lost"); !first.is_null())
    result.first_lost = {first[0].get<std::uint64_t>(), first[1].get<std::uint64_t>()};
  result.fifo = latency_from(json.at("fifo"));
  result.lifo = latency_from(json.at("lifo"));
  result.filo = latency_from(json.at("filo"));
  result.fifo_p99 = json.at("fifo_p99").get<std::uint64_t>();
  result.delay_variation = json.at("delay_variation").get<double>();
  result.delay_variation_max = json.at("delay_variation_max").get<std::uint64_t>();
  result.hol = json.at("hol").get<double>();
  result.hol_at_hosts = json.at("hol_at_hosts").get<double>();
  result.idle_with_work = json.at("idle_with_work").get<double>();
  result.occupancy_max = json.at("occupancy_max").get<std::uint64_t>();
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
