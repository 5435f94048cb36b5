// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/engines/engines.h"
#include "testbenches/experiment/experiment_file.h"
#include "testbenches/record/trace_flags.h"
#include "testbenches/study/delivery_rows.h"

namespace xb {

/// `xbarlab run`.
struct RunCommand {
  std::string file;               ///< experiment, or empty: one point from flags
  std::vector<SweptKey> flags;    ///< in the order given
  std::vector<std::string> sets;  ///< --set
  std::string json;               ///< file or "-"
  std::string series_file;        ///< for the samples of key `series`, or empty: into the record
  std::string capture;            ///< file for what comes out, or empty
  TraceFlags trace;
  // As a study (docs/studies.md).
  std::string out;                  ///< folder for the results, or empty
  std::optional<std::string> jobs;  ///< worker processes, or chunks at a time
  std::optional<std::string> on;    ///< where its points run
  std::optional<std::string> slurm_args, chunk;
  bool dry_run = false, quiet = false, retry_failed = false;
};
void run_command(const RunCommand& command);
/// The experiment that it names, with its flags.
Experiment experiment_of(const RunCommand& command);
/// The same with `out` or `dry_run`.
void study_command(const RunCommand& command);
/// Without: an experiment that searches.
void search_command(const RunCommand& command, const Experiment& experiment);

/// `xbarlab work FILE`: runs a chunk of a study that runs elsewhere.
void work_command(const std::string& chunk);

/// Worker processes that `--jobs` asks for; one a core unless given. Throws InputError.
unsigned study_jobs(const std::optional<std::string>& jobs);

/// `xbarlab reproduce`: the repository's experiments, and a page of what they say beside what is published.
struct ReproduceCommand {
  std::vector<std::string> names;   ///< of experiments; empty: all
  bool quick = false;               ///< those that say so
  std::string out;                  ///< folder for the results, or empty: build/reproduced
  std::string page;                 ///< file, or empty: in that folder
  std::optional<std::string> jobs;  ///< worker processes
  bool quiet = false;
};
void reproduce_command(const ReproduceCommand& command);

/// `xbarlab export DIR`: results of a study as a table.
struct ExportCommand {
  std::string folder;
  std::string csv, jsonl;  ///< files or "-"; one of them
  ExportRows rows = ExportRows::Points;
};
void export_command(const ExportCommand& command);

/// `xbarlab report DIR`: results of a study as one page of HTML, or its figures as SVG.
struct ReportCommand {
  std::string folder;
  std::string output = {};   ///< file or "-"; empty: report.html in the folder, unless figures are asked for
  std::string figures = {};  ///< folder, or empty
  std::string x = {};        ///< key of the axis, or empty
  std::string points = {};   ///< numbers with commas, or empty
};
void report_command(const ReportCommand& command);
/// The same, and nothing is said of the page, which has this path.
std::filesystem::path write_report(const ReportCommand& command);

/// `xbarlab wave`: a window of a run as a waveform that GTKWave opens, and as a picture.
struct WaveCommand {
  std::string file;               ///< experiment of one point, or empty: flags only
  std::vector<SweptKey> flags;    ///< in the order given
  std::vector<std::string> sets;  ///< --set
  std::string name;               ///< of the files, without ending
  bool svg = false;
  TraceFlags trace;
};
void wave_command(const WaveCommand& command);

/// `xbarlab schedule NAME`: a schedule as GOAL text, or in numbers; of one in steps, the steps.
struct ScheduleCommand {
  std::string name;             ///< registered, or a .goal file
  std::vector<SweptKey> flags;  ///< one value each, of schedule_keys()
  std::string output;           ///< file or "-" for the GOAL text; empty: "-", unless the steps are asked for
  bool check = false;           ///< only the numbers
  std::string json;             ///< file or "-" for the steps, or empty
  std::string proof;            ///< name of files for the proof that there is no liquid schedule, or empty
  std::string teams;            ///< file or "-" for all full teams, or empty
  std::string simultaneities;   ///< likewise for all full simultaneities
  std::string time_limit;       ///< of the search for steps, or empty: none
  std::string paths;            ///< given or choose; empty: given
  std::string tables;           ///< file or "-" for the topology with the paths chosen, or empty
};
void schedule_command(const ScheduleCommand& command);
/// The configuration keys that decide what a built schedule is.
const std::vector<std::string>& schedule_keys();

/// `xbarlab topology NAME`: as TOML on standard output, or as asked for. Files, or `-` for standard output;
/// empty: not asked for.
struct TopologyCommand {
  std::string name;  ///< of a generator with its arguments, or a .toml file
  std::string json, dot, svg;
  std::string teams;            ///< the steps of a liquid schedule as SVG
  std::vector<SweptKey> flags;  ///< one value each, of teams_keys()
};
/// The configuration keys that decide which transfers `teams` shows.
const std::vector<std::string>& teams_keys();
void topology_command(const TopologyCommand& command);

/// `xbarlab diff WANT GOT`: two traces against each other. Numbers as they were given; empty: not given.
struct DiffCommand {
  std::string want, got;  ///< line traces, VCD or FST
  std::string clock;
  std::vector<std::string> scopes;  ///< WANT=GOT
  std::string ignore_file;
  std::string slip, from, to;
  bool allow_slip = false;
  bool by_count = false;
  bool all = false;
  std::string json;  ///< file or "-"
};
/// Whether they are the same.
bool diff_command(const DiffCommand& command);

/// `xbarlab golden FOLDER`: its cases against their golden files, or one of these made anew.
struct GoldenCommand {
  std::string folder;
  std::string engine;          ///< or several with commas, or empty: those of each case
  std::string only;            ///< case, or empty: all
  std::string accept, reason;  ///< case whose golden file is written, and why; empty: none is
  std::string junit, summary;  ///< files, or empty
  std::string artifacts;       ///< folder, or empty
};
/// Whether all are the same.
bool golden_command(const GoldenCommand& command);

/// `xbarlab benchmark SUITE`: the standard tests of the trade, on switches by themselves. Texts as they were
/// given; empty: not given.
struct BenchmarkCommand {
  std::string suite, test;
  std::vector<SweptKey> flags;  ///< one value each, of switch_keys(); `switch` may come several times
  std::string sizes, resolution, gap, clock, trial;
  bool quick = false;
  std::string json;                 ///< file or "-"
  std::string out;                  ///< folder for data sheets
  std::optional<std::string> jobs;  ///< worker processes
  bool quiet = false;
};
void benchmark_command(const BenchmarkCommand& command);

/// `xbarlab list WHAT`.
void list_command(const std::string& what);

/// `xbarlab prebuild`: builds the common models ahead.
void prebuild_command();

/// `xbarlab demo`: the main job, once `prepare` has built its models.
void demo_command(const std::function<void()>& prepare = prebuild_command);

}  // namespace xb
