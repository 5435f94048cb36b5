// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "host/base/units.h"
#include "host/config/setup.h"
#include "host/point/traffic_config.h"
#include "host/theory/theory.h"
#include "testbenches/engines/paths.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/experiment/point.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/measure_text.h"
#include "testbenches/program/verbs.h"
#include "testbenches/report/report.h"
#include "testbenches/study/identity.h"
#include "testbenches/study/study_run.h"
#include "testbenches/terminal/progress_line.h"
#include "testbenches/terminal/text_table.h"
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

Point run_with(const RunConfig& config, const std::string& label, ProgressLine& progress) {
  progress.part(label);
  return {config, run_point(resolve(config), {}, progress.callback())};
}

std::filesystem::path study_file() { return source_dir() / "experiments" / "demo.toml"; }

/// The schedules of the demo's study.
std::vector<Point> complete_exchange() {
  ProgressLine progress({1, 1, 1, 1});
  std::vector<Point> points;
  for (const RunConfig& config : read_experiment(study_file()).points()) {
    if (!config.schedule) continue;
    points.push_back(
        run_with(config, fmt::format("complete exchange, {}", config.schedule.text()), progress));
  }
  return points;
}

std::vector<Point> saturation() {
  ProgressLine progress({2, 4, 8, 16});
  std::vector<Point> points;
  for (const unsigned ports : {2U, 4U, 8U, 16U}) {
    RunConfig config;
    config.ports = ports;
    config.traffic->load = 1;
    config.cycles = 200000;
    points.push_back(run_with(config, fmt::format("saturation of {} ports", ports), progress));
  }
  return points;
}

void print_exchange(const std::vector<Point>& points) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& p : points) {
    const RunResult& r = p.result;
    rows.push_back({p.config.schedule.text(), format_time({*r.completion_seconds}),
                    format_time({*r.predicted_seconds}),
                    signed_percent(*r.completion_seconds / *r.predicted_seconds - 1),
                    fmt::format("{:.3f}", *r.bandwidth_per_node / 1e6), percent(r.hol.mean),
                    fmt::format("{:.1f}", r.occupancy_beats.mean), std::to_string(r.occupancy_beats.max)});
  }
  std::fputs(format_table({"schedule", "completion", "eq. 2-5", "differs", "MB/s per node", "HOL blocked",
                           "mean occupancy", "max [beats]"},
                          rows)
                 .c_str(),
             stdout);
}

void print_saturation(const std::vector<Point>& points) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& p : points) {
    const double exact = find_theory("input-saturation")->value(p.config).value();
    rows.push_back({fmt::format("{}", p.config.ports), fmt::format("{:.4f}", p.result.throughput.mean),
                    ci_cell(p, p.result.throughput), fmt::format("{:.6f}", exact),
                    fmt::format("{:+.4f}", p.result.throughput.mean - exact), percent(p.result.hol.mean)});
  }
  std::fputs(format_table({"ports", "throughput", "+-95%", "exact", "differs", "HOL blocked"}, rows).c_str(),
             stdout);
}

/// The demo as a study: what has been run, and load curves besides; its page.
std::filesystem::path report_demo(const std::filesystem::path& folder, const std::vector<Point>& run) {
  std::filesystem::remove_all(folder);
  Study study = make_study(folder, read_experiment(study_file()).points());
  study.folder.create();
  study.folder.write_file("study.toml", read_text_file(study_file(), "demo", "its study"));
  write_index(study);
  for (const Point& point : run) {
    const PointIdentity identity = study.identifier.identify(point.config);
    study.folder.begin(identity.hash);
    study.folder.write(identity.hash, PointOutcome::Done,
                       record_text(identity, point.config, point.result, study.identifier.versions()),
                       {{"point", identity.hash}, {"command", "xbarlab demo"}});
    study.folder.publish(identity.hash, PointOutcome::Done);
  }
  const InterruptsCounted counted;
  const StudyOutcome outcome = run_study(study, {usable_cores(), false, false, run_simulation});
  if (outcome.interrupted) end_as_interrupted();
  if (outcome.left > 0) throw RunError("demo: " + outcome.stopped);
  std::filesystem::path page = folder / "report.html";
  write_output(page, page_of(report_of(folder.string(), {})));
  return page;
}

}  // namespace

void demo_command(const std::function<void()>& prepare) {
  prepare();  // before the first table, and before the time is taken
  const auto start = std::chrono::steady_clock::now();
  const auto folder = build_dir() / "demo";
  std::filesystem::create_directories(folder);
  const auto record = folder / "demo.jsonl";
  OutputFile file(record);

  std::puts("Complete exchange on 16 nodes, Fast Ethernet, input-buffered cut-through switch");
  std::puts(
      "(Tam & Wang 2000, Table 1, switch 8275-326; k = 64 packets of 1492 bytes a pair; RTL, Verilated)\n");
  std::fflush(stdout);
  const auto exchange = complete_exchange();
  print_exchange(exchange);
  std::puts(
      "\nSaturation of the same switch by 1-beat packets, uniform traffic: what head-of-line blocking "
      "leaves");
  std::puts("(exact: Markov chain; Karol, Hluchyj, Morgan 1987)\n");
  std::fflush(stdout);
  const auto saturated = saturation();
  print_saturation(saturated);

  for (const auto* points : {&exchange, &saturated}) {
    for (const auto& p : *points) file.write(to_json(p.config, p.result, version_record()).dump() + "\n");
  }
  file.commit();
  const auto page = report_demo(folder / "study", exchange);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("\nDone in {:.1f} s; every beat of every packet was checked end to end.\n", seconds);
  fmt::print("Wrote {}\n", as_typed(record));
  fmt::print("Wrote {}: this, and five switches over load, for a browser\n\nWorth trying next:\n",
             as_typed(page));
  const std::pair<std::string, const char*> next[] = {
      {"run --ports 8 --load 0.9", "one point, all measures"},
      {"run " + as_typed(source_dir() / "experiments/hol-saturation.toml"), "a sweep, as a table"},
      {"report " + as_typed(folder / "study") + " --figures figures", "the report's figures as SVG"},
      {"wave --ports 4 --load 1 --output hol", "a waveform for GTKWave"},
      {"run --ports 5 --packet 1..200 --engine lockstep", "RTL and SystemC, compared every cycle"}};
  for (const auto& [command, what] : next) fmt::print("  {} {:<49}{}\n", called_as(), command, what);
}

Verb demo_verb(CLI::App& program) {
  Verb verb(program, "demo", "the main job: complete exchange and head-of-line saturation");
  verb.examples({"xbarlab demo"});
  verb.does([] { demo_command(); });
  return verb;
}

}  // namespace xb
