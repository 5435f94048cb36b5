// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/submission.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/pattern.h"
#include "host/base/ranges.h"
#include "host/base/shell_word.h"
#include "host/base/text_file.h"
#include "host/base/utf8.h"
#include "host/config/key_use.h"
#include "host/run/measure_table.h"
#include "testbenches/engines/paths.h"
#include "testbenches/labs/criterion.h"
#include "testbenches/labs/source_scan.h"
#include "testbenches/process/foreign_file.h"
#include "testbenches/process/output_file.h"
#include "testbenches/sources/digest.h"
#include "testbenches/sources/verilog_names.h"
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 100;  // in a folder of RTL
constexpr std::size_t kMostWaves = 10;   // files that a run leaves
constexpr const char* kModels = "models";

/// What the lab's RTL has: modules, and all names.
const VerilogNames& names_of_lab() {
  static const VerilogNames names = [] {
    VerilogNames all;
    for (const auto& entry : fs::recursive_directory_iterator(source_dir() / "rtl")) {
      if (entry.path().extension() != ".sv") continue;
      const VerilogNames one = verilog_names(read_text_file(entry.path().string(), "rtl", "the lab's RTL"));
      all.modules.insert(all.modules.end(), one.modules.begin(), one.modules.end());
      all.mentioned.insert(one.mentioned.begin(), one.mentioned.end());
    }
    return all;
  }();
  return names;
}

/// Modules of the lab's that the unit does not hand out are what a submission is measured with.
void refuse_modules_of_lab(const std::string& text, const RtlFolder& rtl) {
  if (rtl.handed_out.empty()) return;
  const auto& labs = names_of_lab().modules;
  for (const std::string& name : verilog_names(text).modules) {
    if (!contains(labs, name) || rtl.handed_out.count(name) == 1) continue;
    throw not_reached("{}: module '{}' is not allowed, it is the lab's; allowed: {}, and names of your own",
                      rtl.name, name, fmt::join(rtl.handed_out, " "));
  }
}

}  // namespace

double value_in(const nlohmann::ordered_json& result, const std::string& measure) {
  const nlohmann::ordered_json::json_pointer pointer(json_pointer_of(measure));
  if (!result.contains(pointer) || !result.at(pointer).is_number() || is_of_no_packets(result, measure))
    throw not_reached("the run has no value of {}", measure);
  return result.at(pointer).get<double>();
}

Submission::Submission(fs::path folder, SubmissionUse use)
    : folder_(std::move(folder)), use_(std::move(use)), work_(scratch_.path() / "work") {
  fs::create_directory(work_);
  if (use_.models.empty()) use_.models = scratch_.path() / kModels;
}

std::string Submission::text_as_it_is(const fs::path& name) const {
  std::string text =
      of_student([&] { return without_mark(read_foreign_file(folder_, name, kMostSubmittedBytes)); });
  if (text.find('\0') != std::string::npos)
    throw not_reached("{}: {}; allowed: a text in UTF-8", name.string(), other_encoding(text));
  return text;
}

std::string Submission::text(const fs::path& name) const {
  std::string text = text_as_it_is(name);
  // A line may end with that sign alone.
  for (std::size_t at = 0; (at = text.find('\r', at)) != std::string::npos; ++at)
    if (text.compare(at, 2, "\r\n") != 0) text[at] = '\n';
  return text;
}

const Answers& Submission::answers() {
  if (answers_) return *answers_;
  try {
    answers_ = Answers("answers.toml", text("answers.toml"), Answers::Wrong::CostsItself);
  } catch (const InputError& error) {
    const std::string all = error.what();
    throw NotReached(all.substr(0, all.find('\n')));
  }
  return *answers_;
}

std::string Submission::report() const {
  std::string report = text("report.md");
  if (const std::string other = other_encoding(report); !other.empty())
    throw not_reached("report.md: {}; allowed: a text in UTF-8", other);
  return report;
}

std::string Submission::inside(const std::string& name) const {
  return (use_.isolation == Isolation::Bubblewrap ? kSandboxWork : work_.string()) + "/" + name;
}

/// Returns what is compiled, packages first, as a build takes them; the others are headers.
std::vector<std::string> Submission::copy_rtl(const std::string& rtl) const {
  static const std::set<std::string> endings{".sv", ".v", ".svh", ".vh"};
  std::error_code error;
  fs::path from = folder_;
  for (const fs::path& part : fs::path(rtl)) {
    from /= part;
    if (fs::is_symlink(from, error)) throw not_reached("{} is a link; allowed: files and folders", rtl);
  }
  if (!fs::is_directory(from, error)) throw not_reached("there is no folder {}", rtl);
  std::vector<std::string> sources, packages;
  std::size_t files = 0;
  for (fs::directory_iterator entry(from, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path name = entry->path().filename();
    if (endings.count(name.extension().string()) == 0) continue;
    if (!Pattern("[A-Za-z0-9_.-]{1,200}").fits(name.string()))
      throw not_reached("{}: file '{}' is not allowed; allowed: names of letters, digits, _ - .", rtl,
                        name.string());
    if (++files > kMostFiles) throw not_reached("{} has more than {} files", rtl, kMostFiles);
    const std::string path = rtl + "/" + name.string(), content = text_as_it_is(path);
    if (const std::string refused = refused_character(content, path); !refused.empty())
      throw NotReached(refused);
    put(path, content);
    if (name.extension() == ".svh" || name.extension() == ".vh") continue;
    (verilog_names(content).packages.empty() ? sources : packages).push_back(path);
  }
  if (error) throw not_reached("{} cannot be read", rtl);
  if (sources.empty() && packages.empty()) throw not_reached("{} has no .sv or .v file", rtl);
  std::sort(sources.begin(), sources.end());
  std::sort(packages.begin(), packages.end());
  packages.insert(packages.end(), sources.begin(), sources.end());
  return packages;
}

SandboxJob Submission::job(std::vector<std::string> command, const fs::path& models) {
  SandboxJob job;
  job.command = std::move(command);
  job.work = work_;
  job.read_only = {"rtl"};
  job.models = models;
  if (!models.empty()) fs::create_directories(models);
  job.limits = use_.limits;
  return job;
}

/// All files together, as macros of one are those of the next. What is scanned is what is compiled: there is
/// nothing else in the folder any more.
std::string Submission::preprocessed(const std::string& rtl, const std::string& file,
                                     std::set<std::string> others) {
  const std::vector<std::string> sources = copy_rtl(rtl);
  const std::string name = file.empty() ? sources.front() : file;
  if (!contains(sources, name)) throw not_reached("there is no {}", name);
  std::vector<std::string> command{XBARLAB_VERILATOR, "-E", "-I" + inside(rtl)};
  for (const std::string& source : sources) command.push_back(inside(source));
  const Captured captured = run_sandboxed(job(std::move(command)), use_.isolation);
  if (captured.status != 0) throw NotReached(why(captured));
  const auto& labs = names_of_lab().mentioned;
  others.insert(labs.begin(), labs.end());
  const std::string refused = refused_in_source(captured.out, inside(sources.front()), inside(rtl), others);
  if (!refused.empty()) throw NotReached(without_sandbox_paths(refused, job({})));
  for (const auto& entry : fs::directory_iterator(work_ / rtl)) {
    if (entry.is_regular_file()) fs::remove(entry.path());
  }
  put(name, captured.out);
  return captured.out;
}

const std::string& Submission::rtl_text(const std::string& rtl, const std::string& file,
                                        const std::set<std::string>& others) {
  const auto [found, is_new] = rtl_.try_emplace(rtl);
  RtlText& known = found->second;
  if (is_new) {
    try {
      known.text = preprocessed(rtl, file, others);
    } catch (const NotReached& error) {
      known.refused = error.what();
    }
  }
  if (!known.refused.empty()) throw NotReached(known.refused);
  return known.text;
}

/// What does not end in one run takes no time of another.
Captured Submission::run_timed(const SandboxJob& job, const std::string& rtl) {
  std::string& endless = endless_[rtl];
  if (!endless.empty()) throw NotReached(endless);
  Captured captured = run_sandboxed(job, use_.isolation);
  if (met_time_limit(captured)) endless = why(captured) + " (it is not run again)";
  return captured;
}

nlohmann::ordered_json Submission::run(const StudentRun& run) {
  const std::string& text = rtl_text(run.rtl.name);
  refuse_modules_of_lab(text, run.rtl);
  std::vector<std::string> command{"xbarlab", "run", "--rtl", run.rtl.name, "--engine", run.engine};
  command.insert(command.end(), run.flags.begin(), run.flags.end());
  // The record goes out where nothing that runs inside can put another file.
  command.insert(command.end(), {"--json", "-"});
  // A run that records something leaves no waveform of what differs.
  if (!run.waves) command.insert(command.end(), {"--line-trace", "/dev/null"});
  const SandboxJob simulate = job(std::move(command), use_.models / digest_of(text));
  const Captured captured = run_timed(simulate, run.rtl.name);
  if (captured.status != 0) fail(run, captured, simulate);
  try {
    return nlohmann::ordered_json::parse(captured.out).at("result");
  } catch (const std::exception&) {
    throw NotReached("the run has left no record");
  }
}

void Submission::put(const fs::path& name, const std::string& text) const {
  fs::path path = work_;
  std::error_code error;
  for (auto part = name.begin(); part != name.end(); ++part) {
    path /= *part;
    const fs::file_type is = fs::symlink_status(path, error).type();
    const fs::file_type wanted =
        std::next(part) == name.end() ? fs::file_type::regular : fs::file_type::directory;
    if (is != fs::file_type::not_found && is != wanted) fs::remove_all(path);
    if (wanted == fs::file_type::directory) fs::create_directory(path);
  }
  write_output(path, text);
}

Captured Submission::run_command(const StudentCommand& command) {
  SandboxJob made = job(command.command, use_.models / digest_of(rtl_text(command.rtl)));
  made.environment = command.environment;
  made.read_only.insert(made.read_only.end(), command.read_only.begin(), command.read_only.end());
  return run_timed(made, command.rtl);
}

std::string Submission::why(const Captured& captured) {
  const SandboxJob made = job({});
  return without_sandbox_paths(run_ending(captured, made.limits), made);
}

std::string& Submission::noted(const std::string& name, const std::function<std::string()>& find) {
  auto found = notes_.find(name);
  if (found == notes_.end()) found = notes_.emplace(name, find()).first;
  return found->second;
}

void Submission::fail(const StudentRun& run, const Captured& captured, const SandboxJob& job) const {
  const std::string why = without_sandbox_paths(run_ending(captured, job.limits), job);
  throw NotReached(why, run.waves ? keep_waves(run) : "");
}

std::string Submission::keep_waves(const StudentRun& run) const {
  std::string view;
  const fs::path to = use_.waves / run.id;
  std::error_code error;
  if (use_.waves.empty() || fs::is_symlink(use_.waves, error) || fs::is_symlink(to, error)) return view;
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(work_)) {
    const std::string ending = entry.path().extension().string();
    if ((ending == ".fst" || ending == ".gtkw") && left.size() < kMostWaves) left.push_back(entry.path());
  }
  for (const fs::path& path : left) {
    const fs::path kept = to / path.filename();
    try {
      const std::string text = read_foreign_file(work_, path.filename(), use_.limits.file_bytes);
      fs::create_directories(to, error);
      fs::remove(kept, error);  // a link, too
      write_output(kept, text);
      if (path.extension() == ".gtkw") view = "gtkwave " + shell_word(kept.string());
    } catch (const InputError&) {  // it is not shown
    }
    fs::remove(path, error);
  }
  return view;
}

double measured(const RunConfig& config, const std::string& measure) {
  static std::map<std::string, nlohmann::ordered_json> known;
  const std::string key = flags_of(config);
  auto found = known.find(key);
  if (found == known.end()) found = known.emplace(key, result_to_json(config, run_point(config))).first;
  return value_in(found->second, measure);
}

}  // namespace xb
