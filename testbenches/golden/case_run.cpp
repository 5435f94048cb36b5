// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden/case_run.h"

#include <nlohmann/json.hpp>

#include "testbenches/recording/recording.h"
#include "testbenches/recording/run_point.h"
#include "testbenches/recording/traced_switch.h"

namespace xb {

using Json = nlohmann::ordered_json;

CaseRunSink::CaseRunSink(const SwitchShape& shape, std::uint64_t most_cycles)
    : text_(shape), most_cycles_(most_cycles) {
  run_.trace = text_.header();
}

void CaseRunSink::cycle(const PortCycle& cycle) {
  if (run_.cycles == most_cycles_) {
    run_.stopped = true;
    throw EnoughSeen();
  }
  run_.trace += text_.line(cycle);
  ++run_.cycles;
}

CaseRun run_case(const Setup& setup, const CaseRunRequest& request) {
  SwitchTrace trace;
  trace.index = traced_switch(setup, "");
  trace.assertions = request.assertions;
  SwitchShape shape = traced_shape(setup, trace.index);
  if (setup.device) shape.known.flags = false;  // which would need its latency, another run
  CaseRunSink sink(shape, request.most_cycles);
  trace.ports = &sink;
  const auto tell = [&] {
    const CaseRun& run = sink.run();
    return Json{{"trace", run.trace}, {"cycles", run.cycles}, {"stopped", run.stopped}}.dump();
  };
  const Observation seen = observe_point(setup, trace, tell);
  const Json report = Json::parse(seen.report);
  return {report["trace"].get<std::string>(), report["cycles"].get<std::uint64_t>(),
          report["stopped"].get<bool>(), seen.failure};
}

}  // namespace xb
