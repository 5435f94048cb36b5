// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tracing/wave_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/process/output_file.h"
#include "testbenches/tracing/run_point.h"
#include "waves/picture/window_picture.h"
#include "waves/write/gtkwave_save.h"

namespace xb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path with_ending(const fs::path& name, const char* ending) {
  fs::path path = name;
  return path += ending;
}

/// Mean length of the packets that are offered.
double packet_beats(const std::vector<PortCycle>& cycles) {
  std::uint64_t beats = 0, ends = 0;
  for (const PortCycle& c : cycles) {
    beats += port_count(c.moved_in());
    ends += port_count(c.moved_in() & c.s_tlast);
  }
  return static_cast<double>(beats) / static_cast<double>(std::max<std::uint64_t>(ends, 1));
}

std::vector<unsigned> ports_in(PortMask set) {
  std::vector<unsigned> ports;
  for_each_port(set, [&](unsigned port) { ports.push_back(port); });
  return ports;
}

/// What the process that ran the point says of the window.
Json tell(const SwitchTracer& tracer, bool with_picture, const std::optional<Hit>& marker) {
  Json report{{"cycles", tracer.cycles_seen()}};
  if (const auto look = first_look(tracer.traced()))
    report["look"] = {look->cycle, look->text, look->inputs, look->outputs};
  const auto& cycles = tracer.traced().cycles;
  if (cycles.empty()) return report;
  report["first"] = cycles.front().cycle;
  report["last"] = cycles.back().cycle;
  if (with_picture) {
    PictureOptions options;
    if (marker && marker->cycle >= cycles.front().cycle && marker->cycle <= cycles.back().cycle)
      options.look = FirstLook{marker->cycle, marker->line()};
    report["picture"] = window_picture(tracer.traced(), options);
  }
  report["packet_beats"] = packet_beats(cycles);
  const DifferingPorts differing = tracer.differing();
  if (differing.any()) report["differing"] = {ports_in(differing.inputs), ports_in(differing.outputs)};
  return report;
}

}  // namespace

WaveFiles write_wave_files(const Setup& point, const TraceFlags& flags, const fs::path& name,
                           bool with_picture, const Progress& progress) {
  const Setup setup = with_known_latency(point);
  WaveFiles files;
  files.waveform = with_ending(name, ".fst");
  files.save_file = with_ending(name, ".gtkw");
  files.line_trace = flags.line_trace;
  TraceFlags wanted = flags;
  wanted.waveform = files.waveform.string();
  PlannedTrace planned = plan_trace(setup, wanted, progress);
  planned.request.keep = planned.request.ends_run = true;
  planned.request.line_window = planned.request.waveform_window;

  SwitchTracer tracer(setup, planned.request);
  OutputFile save_file(files.save_file);
  std::unique_ptr<OutputFile> picture;
  if (with_picture) {
    files.picture = with_ending(name, ".svg");
    picture = std::make_unique<OutputFile>(files.picture);
  }
  const auto tell_all = [&] { return tell(tracer, with_picture, flags.marker).dump(); };
  const Observation seen = observe_point(setup, tracer.trace(), tell_all, progress);
  const Json report = Json::parse(seen.report);
  files.failure = seen.failure;
  tracer.commit(report["cycles"].get<std::uint64_t>());
  files.first_cycle = report["first"].get<std::uint64_t>();
  files.last_cycle = report["last"].get<std::uint64_t>();
  files.hit = flags.marker ? flags.marker : planned.hit;
  const auto ports = [](const Json& list) { return list.get<std::vector<unsigned>>(); };
  if (report.contains("look")) {
    const Json& look = report["look"];
    files.look =
        FirstLook{look[0].get<std::uint64_t>(), look[1].get<std::string>(), ports(look[2]), ports(look[3])};
  }

  GtkwaveView view;
  view.dump_name = files.waveform.filename().string();
  view.save_name = files.save_file.filename().string();
  view.shape = tracer.shape();
  view.first_cycle = files.first_cycle;
  view.last_cycle = files.last_cycle;
  view.marker_cycle = files.first_cycle;
  view.packet_beats = report["packet_beats"].get<double>();
  if (files.look) {
    view.marker_cycle = files.look->cycle;
    view.marker_text = files.look->text;
    view.inputs = files.look->inputs;
    view.outputs = files.look->outputs;
  }
  if (files.hit) {
    view.marker_cycle = files.hit->cycle;
    view.marker_text = files.hit->line();
  }
  if (report.contains("differing")) {
    view.inputs = ports(report["differing"][0]);
    view.outputs = ports(report["differing"][1]);
  }
  view.lockstep = tracer.is_lockstep();
  save_file.write(gtkwave_save(view));
  save_file.commit();
  if (picture) {
    picture->write(report["picture"].get<std::string>());
    picture->commit();
  }
  return files;
}

namespace {

/// The cycles of a failed lock-step run up to the difference as a waveform, without being asked. What goes
/// wrong here is not what the user is to hear of.
void show_difference(const Setup& setup) {
  TraceFlags flags;
  flags.on = "mismatch";
  try {
    const WaveFiles files =
        write_wave_files(setup, flags, fmt::format("lockstep-seed{}", setup.config.seed), false);
    fmt::print(stderr, "xbarlab: both models up to the difference: gtkwave {}\n", files.save_file.string());
  } catch (const InputError&) {
  } catch (const RunError&) {
  }
}

/// Of a run that has failed, and says why: that a file cannot be written is less.
void keep_what_there_is(SwitchTracer& tracer) {
  try {
    tracer.commit_failed();
  } catch (const RunError&) {
  }
}

}  // namespace

RunResult traced_run(const Setup& setup, std::optional<SwitchTracer>& tracer, const Progress& progress,
                     const RunSinks& sinks) {
  try {
    RunResult result =
        run_point(setup, tracer ? std::optional(tracer->trace()) : std::nullopt, progress, sinks);
    if (tracer) tracer->commit(result.cycles);
    return result;
  } catch (const RunError&) {
    if (tracer)
      keep_what_there_is(*tracer);
    else if (setup.config.engine == Engine::Lockstep)
      show_difference(setup);
    throw;
  }
}

}  // namespace xb
