// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/trace_flags.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "host/base/errors.h"
#include "host/base/ranges.h"
#include "host/config/resolved_network.h"
#include "host/config/setup.h"
#include "testbenches/tracing/run_point.h"

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

std::string headline(const std::string& message) {
  const std::size_t end = message.find('\n');
  if (end == 0 || end == std::string::npos || message[end - 1] != ':') return message.substr(0, end);
  const std::size_t begin = message.find_first_not_of(' ', end + 1);
  if (begin == std::string::npos) return message.substr(0, end);
  return message.substr(0, end) + " " + message.substr(begin, message.find('\n', begin) - begin);
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

namespace {

constexpr std::uint64_t kAllCycles = std::numeric_limits<std::uint64_t>::max();

/// Throws InputError where flags contradict each other.
void check(const TraceFlags& flags) {
  const auto refuse = [](const char* flag, std::uint64_t value, const char* allowed) {
    throw InputError("{}: '{}' is not allowed here; allowed: {}", flag, value, allowed);
  };
  const std::filesystem::path waveform = flags.waveform;
  constexpr const char* kOthers[] = {".vcd", ".ghw",  ".lxt", ".lxt2", ".vzt", ".wlf",
                                     ".vpd", ".fsdb", ".svg", ".gtkw", ".txt"};
  if (contains(kOthers, waveform.extension().string()))
    throw not_allowed("--trace", flags.waveform, "a name that ends in .fst, as the format is");
  if (flags.on.empty()) {
    if (flags.before) refuse("--trace-before", *flags.before, "with --trace-on");
    if (flags.after) refuse("--trace-after", *flags.after, "with --trace-on");
  } else {
    if (flags.from) refuse("--trace-from", *flags.from, "without --trace-on");
    if (flags.cycles) refuse("--trace-cycles", *flags.cycles, "without --trace-on");
  }
}

Window window_around(const Hit& hit, const TraceFlags& flags) {
  const std::uint64_t before = std::min(hit.cycle, flags.before.value_or(kUsualCyclesBefore));
  return {hit.cycle - before, before + 1 + flags.after.value_or(kUsualCyclesAfter)};
}

}  // namespace

PlannedTrace plan_trace(const Setup& setup, const TraceFlags& flags, const Progress& progress) {
  check(flags);
  PlannedTrace planned;
  TracePlan& request = planned.request;
  request.index = traced_switch(setup, flags.switch_name);
  request.waveform = flags.waveform;
  request.line_trace = flags.line_trace;
  request.waveform_window = {flags.from.value_or(0), flags.cycles.value_or(flags.usual_cycles)};
  request.line_window = {flags.from.value_or(0), flags.cycles.value_or(kAllCycles)};
  if (flags.on.empty()) return planned;

  const Trigger trigger = Trigger::parse("--trace-on", flags.on);
  const RunConfig& traced = (setup.fabric ? setup.fabric->switches.at(request.index) : setup).config;
  if (trigger.kind == Trigger::Kind::Mismatch && traced.engine != Engine::Lockstep) {
    throw InputError("--trace-on: '{}' is not allowed with engine {}; allowed: with engine lockstep",
                     flags.on, word(traced.engine));
  }
  if (trigger.kind == Trigger::Kind::Lag && traced.reference == Reference::None)
    throw InputError("--trace-on: '{}' is not allowed here; allowed: with --reference oq", flags.on);
  if (trigger.kind == Trigger::Kind::HigherClass || trigger.of_class) {
    if (!traced.has_classes() || trigger.of_class.value_or(0) >= traced.classes)
      throw InputError("--trace-on: '{}' is not allowed here; allowed: classes that the run has", flags.on);
  }
  const bool needs_all = trigger.kind == Trigger::Kind::HigherClass || trigger.kind == Trigger::Kind::Waiting;
  if (needs_all && traced.drop())
    throw InputError("--trace-on: '{}' is not allowed here; allowed: with a flow that drops no packet",
                     flags.on);
  planned.hit = probe(setup, request.index, trigger, progress);
  if (!planned.hit)
    throw RunError("--trace-on {}: does not happen in this run: nothing is recorded", flags.on);
  request.waveform_window = request.line_window = window_around(*planned.hit, flags);
  return planned;
}

}  // namespace xb
