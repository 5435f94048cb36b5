// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "host/base/shell_word.h"
#include "host/config/config_keys.h"
#include "host/config/device_switch.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "host/device/device.h"
#include "host/device/wire_format.h"
#include "host/network/topology.h"
#include "testbenches/benchmark/bench_plan.h"
#include "testbenches/benchmark/bench_table.h"
#include "testbenches/benchmark/benchmarks.h"
#include "testbenches/benchmark/trial_book.h"
#include "testbenches/engines/device_ports.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/study_flags.h"
#include "testbenches/program/study_report.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"

namespace xb {
namespace {

/// The standard tests of the trade, on switches by themselves; --out is a folder for data sheets and trials.
/// Texts as they were given; empty: not given.
struct BenchmarkCommand : StudyFlags {
  std::string suite, test;
  std::vector<SweptKey> flags;  ///< one value each, of switch_keys(); `switch` may come several times
  std::string sizes, resolution, gap, trial, data;
  bool quick = false;
  std::string json;  ///< file or "-"
};

constexpr double kLeastResolution = 0.0001, kMostResolution = 0.5;
constexpr unsigned kMostGap = 1000;  // bytes
constexpr std::uint64_t kLeastTrial = 1000, kMostTrial = 1'000'000'000'000;

std::vector<BenchmarkTest> chosen_tests(const BenchmarkCommand& command) {
  std::vector<std::string> suites = benchmark_suites();
  std::vector<BenchmarkTest> chosen;
  std::vector<std::string> names;
  for (const BenchmarkTest& test : benchmark_tests()) {
    if (command.suite == "all" ? test.of_fabric : command.suite != test.suite) continue;
    names.push_back(test.name);
    if (command.test.empty() || command.test == test.name) chosen.push_back(test);
  }
  suites.emplace_back("all");
  if (names.empty()) throw not_allowed("benchmark", command.suite, "{}", allowed_names(suites));
  if (chosen.empty()) throw not_allowed("--test", command.test, "{}", allowed_names(names));
  return chosen;
}

template <class Number>
Number number_within(const char* flag, const std::string& text, Number least, Number most) {
  Number value{};
  if (!parse_number(text, static_cast<double>(least), static_cast<double>(most), value))
    throw not_allowed(flag, text, "{}..{}", least, most);
  return value;
}

/// Of `--data`: `64kB,1MiB`.
std::vector<std::uint64_t> data_sizes(const std::string& text) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32U;
  std::vector<std::uint64_t> sizes;
  for (const std::string& part : list_parts(text)) {
    const auto bytes = parse_bytes(part);
    if (!bytes || *bytes == 0 || *bytes > kMost || (!sizes.empty() && *bytes <= sizes.back()))
      throw not_allowed("--data", text,
                        "bytes 1B..4GiB such as 64kB or 1MiB, rising, with commas between them");
    sizes.push_back(*bytes);
  }
  return sizes;
}

bool of_fabric(const BenchmarkCommand& command) {
  const std::vector<BenchmarkTest> tests = chosen_tests(command);
  return all_of(tests, [](const BenchmarkTest& test) { return test.of_fabric; });
}

/// Throws InputError for flags of frames, where there are none.
void check_no_frames(const BenchmarkCommand& command) {
  constexpr const char* kOfFrames = "with rfc2544 rfc2889 rfc8239 hol lag all";
  const auto refuse = [&](const char* flag, const std::string& value) {
    if (!value.empty()) throw not_allowed(flag, value, "{}", kOfFrames);
  };
  refuse("--sizes", command.sizes);
  refuse("--resolution", command.resolution);
  refuse("--gap", command.gap);
  refuse("--trial", command.trial);
}

/// Throws InputError for keys of what is around a switch, where a test has only the switch, and of what only
/// such a test has.
void check_flags(const BenchmarkCommand& command) {
  if (of_fabric(command)) return check_no_frames(command);
  const auto refuse = [](const std::string& flag, const std::string& value) {
    throw not_allowed(flag, value, "with ai-fabric");
  };
  RunConfig flow;
  if (!command.data.empty()) refuse("--data", command.data);
  for (const SweptKey& flag : command.flags) {
    if (contains(fabric_keys(), flag.key) || contains(collective_keys(), flag.key))
      refuse(flag.place, flag.values.front());
    if (flag.key == "classes" || flag.key == "flow") set_key(flow, flag.key, flag.values.front(), flag.place);
  }
  // Hosts of frames know no pauses.
  if (flow.pauses_hosts()) refuse("--flow", flow.flow_text());
}

/// Throws InputErrors for keys that are not used.
void check_keys(const BenchmarkCommand& command, std::vector<RunConfig> configs) {
  for (RunConfig& config : configs) {
    if (of_fabric(command)) config.schedule = "shift";
  }
  check_use(configs);
}

BenchFlags bench_flags(const BenchmarkCommand& command) {
  BenchFlags flags;
  if (command.quick) {
    flags.bytes = {64, 512, 1518};
    flags.steps = 20;
    flags.data_bytes.resize(1);
  }
  if (!command.sizes.empty()) flags.bytes = parse_frame_sizes(command.sizes);
  if (!command.resolution.empty())
    flags.steps = static_cast<unsigned>(std::lround(
        1 / number_within("--resolution", command.resolution, kLeastResolution, kMostResolution)));
  if (!command.gap.empty()) {
    flags.gap_bytes = parse_bytes_of("gap", command.gap);
    if (!flags.gap_bytes || *flags.gap_bytes > kMostGap)
      throw InputError("--gap: '{}' is not allowed; allowed: 0..{} bytes, such as 20 or 20B", command.gap,
                       kMostGap);
  }
  flags.of_fabric = of_fabric(command);
  if (!command.data.empty()) flags.data_bytes = data_sizes(command.data);
  for (const SweptKey& flag : command.flags) {
    if (contains(collective_keys(), flag.key))
      set_key(flags.collectives, flag.key, flag.values.front(), flag.place);
  }
  if (!command.trial.empty()) flags.beats = number_within("--trial", command.trial, kLeastTrial, kMostTrial);
  return flags;
}

/// A device has its own flow control and sizes, and a depth only where its parameters have it.
RunConfig device_config(const RunConfig& given) {
  check_use({given});
  const auto device = read_device(given.device);
  RunConfig least = given;  // frames are as long as trials have them
  take_own_sizes(least, *device);
  least.packet_min = least.packet_max = least_beats(*device, least);
  const RunConfig resolved = resolve(least).config;
  RunConfig config = given;
  config.flow = resolved.flow;
  config.ports = resolved.ports;
  config.width = resolved.width;
  return config;
}

/// The switches, each once, with the keys that are given.
std::vector<RunConfig> configs_of(const BenchmarkCommand& command) {
  std::vector<std::string> names;
  RunConfig given;
  for (const SweptKey& flag : command.flags) {
    if (contains(collective_keys(), flag.key)) continue;
    set_key(given, flag.key, flag.values.front(), flag.place);
    if (flag.key == "switch" && !contains(names, given.switch_name)) names.push_back(given.switch_name);
  }
  if (names.empty()) names.push_back(given.switch_name);
  if (given.has_device()) return {device_config(given)};
  const bool by_topology = !given.has_ports() && !given.is_network();
  const unsigned ports = by_topology ? Wiring(*given.topology).hosts() : given.ports;
  std::vector<RunConfig> configs;
  for (const std::string& name : names) {
    RunConfig config = usual_bench_config(name, ports);
    config.ports = given.ports;
    if (of_fabric(command)) config.flow = FlowControl::BackPressure;  // hosts that lose nothing
    for (const SweptKey& flag : command.flags) {
      if (flag.key != "switch" && !contains(collective_keys(), flag.key))
        set_key(config, flag.key, flag.values.front(), flag.place);
    }
    configs.push_back(config);
  }
  check_keys(command, configs);
  return configs;
}

/// Throws InputError if no frame can be sent through the switch.
void check_sizes(const BenchPlan& plan) {
  if (first_size(plan) == nullptr) throw InputError(plan.refuses(plan.sizes.front()));
}

/// Throws InputErrors for what a device's description says of its ports that is not so.
void check_ports(const BenchPlan& plan) {
  DevicePorts devices;
  for (const FrameSize& size : plan.sizes) {
    if (plan.refuses(size).empty()) devices.check(plan.trial(size).config);
  }
}

/// The command again, but for the flags of studies.
std::vector<std::string> words_of(const BenchmarkCommand& command) {
  std::vector<std::string> words{"benchmark", command.suite};
  const auto add = [&](const std::string& flag, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {flag, value});
  };
  add("--test", command.test);
  for (const SweptKey& flag : command.flags) add(flag.place, flag.values.front());
  add("--sizes", command.sizes);
  add("--resolution", command.resolution);
  add("--gap", command.gap);
  add("--trial", command.trial);
  add("--data", command.data);
  if (command.quick) words.emplace_back("--quick");
  return words;
}

/// `program`: data sheets and trials have the same wherever it was called.
std::string command_text(const BenchmarkCommand& command, const std::string& program = "xbarlab") {
  std::string text = program;
  for (const std::string& word : words_of(command)) text += " " + shell_word(word);
  return command.out.empty() ? text : text + " --out " + shell_word(command.out);
}

/// The files of a folder of data sheets, which appear together at the end.
class SheetFolder {
 public:
  SheetFolder(const std::filesystem::path& folder, const std::vector<TestedSwitch>& switches) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
      throw InputError("--out: '{}' is not allowed, {}; allowed: a folder that can be written",
                       folder.string(), error.message());
    const auto add = [&](const std::string& name) {
      files_.push_back(std::make_unique<OutputFile>(folder / name));
    };
    for (const TestedSwitch& tested : switches) {
      for (const char* ending : {".md", ".json"}) add(bench_name(tested.plan.config) + ending);
    }
    add("README.md");
  }

  void write(const std::vector<TestedSwitch>& switches, const std::string& command) {
    auto file = files_.begin();
    for (const TestedSwitch& tested : switches) {
      (*file++)->write(data_sheet(tested, command));
      (*file++)->write(tables_json(tested));
    }
    (*file)->write(sheets_side_by_side(switches, command));
    for (const auto& one : files_) one->commit();
  }

 private:
  std::vector<std::unique_ptr<OutputFile>> files_;
};

/// Runs the trials that `ask` wants of the book, all or, as --shard says, a share.
void run_trials(const BenchmarkCommand& command, const std::filesystem::path& folder, ChunkQueue* queue,
                TrialBook& book, const std::function<void()>& ask) {
  std::optional<TrialRounds> rounds;
  if (command.shard) {
    const auto look = [&](Study& study, const Share&, bool retry_failed) {
      study.command = command_text(command);
      if (!rounds) rounds.emplace(study, book, ask);
      return rounds->look(retry_failed);
    };
    return run_share(command, folder, benchmark_versions(), look);
  }
  Study study = make_study(folder, {}, benchmark_versions());
  study.command = command_text(command);
  const HeldFolder held(study.folder, queue);
  rounds.emplace(study, book, ask);
  const auto look = [&](bool retry_failed) {
    const bool is_missing = rounds->look(retry_failed);
    write_index(study);
    return is_missing;
  };
  const StudyRunner run = study_runner(command, queue, words_of(command));
  const StudyOutcome outcome = run_rounds(study, command.retry_failed, run, look);
  const StudyReport report = count_points(study);
  check_ended(study, outcome, report, command_text(command, called_as()));
  check_points(study, report);
}

/// As it is to be tested, no test run yet. Throws InputErrors for what cannot be tested so.
std::vector<TestedSwitch> switches_of(const BenchmarkCommand& command) {
  check_flags(command);
  const BenchFlags flags = bench_flags(command);
  std::vector<TestedSwitch> switches;
  for (const RunConfig& config : configs_of(command)) {
    switches.push_back({bench_plan(config, flags), {}});
    check_sizes(switches.back().plan);
    check_ports(switches.back().plan);
  }
  return switches;
}

/// As far as the book knows the trials.
void fill_tables(std::vector<TestedSwitch>& switches, const std::vector<BenchmarkTest>& tests,
                 TrialBook& book) {
  for (TestedSwitch& tested : switches) {
    tested.tables.clear();
    for (const BenchmarkTest& test : tests) {
      for (BenchTable& table : test.run(tested.plan, book)) tested.tables.push_back(std::move(table));
    }
  }
}

void benchmark(const BenchmarkCommand& command) {
  if (command.shard && std::getenv(kChunkVariable) == nullptr)  // which trials there are, others decide
    throw InputError("--shard: '{}' is not allowed here; allowed: in a job of --on", *command.shard);
  const std::vector<BenchmarkTest> tests = chosen_tests(command);
  const std::filesystem::path folder =
      command.out.empty() ? "" : std::filesystem::path(command.out) / "trials";
  if (command.out.empty()) command.refuse_without_out();
  const auto queue = study_queue(command, folder);
  std::vector<TestedSwitch> switches = switches_of(command);
  TrialBook book;
  const auto ask = [&] { fill_tables(switches, tests, book); };
  const auto json = output_if_named(command.json);
  std::optional<SheetFolder> sheets;
  if (!command.out.empty() && !command.shard) sheets.emplace(command.out, switches);

  run_trials(command, folder, queue.get(), book, ask);
  if (command.shard) return;

  std::string text;
  for (const TestedSwitch& tested : switches) {
    if (json) json->write(tables_json(tested));
    text += (text.empty() ? "" : "\n") + tables_text(tested);
  }
  if (json) json->commit();
  if (sheets) sheets->write(switches, command_text(command));
  if (command.json == "-") return;
  if (sheets)
    std::printf("data sheets in %s\n", command.out.c_str());
  else
    std::fputs(text.c_str(), stdout);
}

}  // namespace

Verb benchmark_verb(CLI::App& program) {
  const auto given = std::make_shared<BenchmarkCommand>();
  Verb verb(
      program, "benchmark",
      "run the standard tests of the trade: rfc2544, rfc2889, rfc8239, hol, lag, all of these, or ai-fabric");
  verb.examples({"xbarlab benchmark rfc2544 --switch voq --ports 8 --test throughput"});
  verb.word("suite", given->suite, "rfc2544, rfc2889, rfc8239, hol, lag, all of these, or ai-fabric");
  verb.text("--test", "NAME", given->test, "one test of the suite, such as throughput",
            "a test of the suite");
  std::vector<std::string> keys = switch_keys();
  for (const auto* more : {&fabric_keys(), &collective_keys()})
    keys.insert(keys.end(), more->begin(), more->end());
  verb.keys(given->flags, keys);
  verb.text("--sizes", "BYTES", given->sizes,
            "frame sizes in bytes (default 64,128,256,512,1024,1280,1518,9216)",
            "bytes such as 64 or 9kB, with commas between them");
  verb.text("--resolution", "SHARE", given->resolution, "step of the loads that are searched (default 0.01)",
            "0.0001..0.5");
  verb.text("--gap", "BYTES", given->gap,
            "preamble and gap between two frames (default 20, Ethernet's; 0: none)",
            "bytes such as 20 or 20B");
  verb.text("--trial", "BEATS", given->trial,
            "length of a trial (default so long that the least overload fills a buffer twice)", "beat times");
  verb.text("--data", "BYTES", given->data, "bytes of a rank in a collective (default 64KiB,1MiB)",
            "bytes such as 64kB or 1MiB, with commas between them");
  verb.on("--quick", given->quick,
          "frames of 64, 512 and 1518 bytes, resolution 0.05; collectives of 64 KiB");
  verb.json(given->json, "write a line of JSON per table; - for standard output");
  verb.folder(
      "--out", given->out,
      "folder for a data sheet of each switch, all side by side, and the trials: runs what is missing");
  given->jobs.add_to(verb, "processes that run trials (default one a core)");
  given->add_to(verb, "trial", "in a job of --on only");
  verb.quiet(given->quiet);
  verb.does([given] { benchmark(*given); });
  return verb;
}

}  // namespace xb
