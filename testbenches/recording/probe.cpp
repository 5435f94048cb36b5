// SPDX-License-Identifier: Apache-2.0
#include "testbenches/recording/probe.h"

#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/config/resolved_network.h"
#include "testbenches/recording/run_point.h"

namespace xb {
namespace {

/// Waits for the trigger, and ends the run there.
class TriggerSink : public PortSink {
 public:
  TriggerSink(const Trigger& trigger, const SwitchShape& shape) : watch_(trigger, shape) {}

  void cycle(const PortCycle& cycle) override {
    if (hit_) throw EnoughSeen();
    last_cycle_ = cycle.cycle;
    if (const auto text = watch_.look(cycle)) hit_ = Hit{cycle.cycle, *text};
  }
  [[nodiscard]] std::string tell() const {
    nlohmann::ordered_json report{{"last", last_cycle_}};
    if (hit_) report["hit"] = {{"cycle", hit_->cycle}, {"text", hit_->text}};
    return report.dump();
  }

 private:
  TriggerWatch watch_;
  std::optional<Hit> hit_;
  std::uint64_t last_cycle_ = 0;
};

}  // namespace

std::string Hit::line() const {
  const auto end = text.find('\n');
  const std::string first = text.substr(0, end);
  if (end == std::string::npos || first.empty() || first.back() != ':') return first;
  const auto next = text.find_first_not_of(' ', end + 1);
  if (next == std::string::npos) return first;
  return first + " " + text.substr(next, text.find('\n', next) - next);
}

std::optional<Hit> probe(const Setup& setup, std::size_t index, const Trigger& trigger,
                         const Progress& progress) {
  TriggerSink sink(trigger, shape_of(setup.fabric ? setup.fabric->switches.at(index) : setup));
  SwitchTrace trace;
  trace.index = index;
  trace.assertions = trigger.kind == Trigger::Kind::Assertion;
  trace.ports = &sink;
  const auto tell = [&] { return sink.tell(); };
  const Observation seen = observe_point(setup, trace, tell, progress);
  const auto report = nlohmann::ordered_json::parse(seen.report);
  if (report.contains("hit"))
    return Hit{report["hit"]["cycle"].get<std::uint64_t>(), report["hit"]["text"].get<std::string>()};
  if (seen.failure.empty()) return std::nullopt;
  if (!trigger.is_failure()) throw RunError(seen.failure);
  return Hit{report["last"].get<std::uint64_t>(), seen.failure};
}

}  // namespace xb
