// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/submission.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/shell_word.h"
#include "host/base/text_file.h"
#include "testbenches/labs/criterion.h"
#include "testbenches/labs/run_ending.h"
#include "testbenches/labs/source_scan.h"
#include "testbenches/process/output_file.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 1 << 20U;  // of a file
constexpr std::size_t kMostFiles = 100;          // in a folder of RTL
constexpr const char* kRecord = "record.json";
constexpr const char* kModels = "models";

}  // namespace

double value_in(const nlohmann::ordered_json& result, const std::string& measure) {
  nlohmann::ordered_json::json_pointer pointer;
  std::istringstream names(measure);
  for (std::string name; std::getline(names, name, '.');) pointer.push_back(name);
  if (!result.contains(pointer) || !result.at(pointer).is_number())
    throw NotReached(fmt::format("the run has no value of {}", measure));
  return result.at(pointer).get<double>();
}

Submission::Submission(fs::path folder, SubmissionUse use)
    : folder_(std::move(folder)), use_(std::move(use)) {
  if (use_.models.empty()) {
    use_.models = scratch_.path() / kModels;
    fs::create_directories(use_.models);
  }
}

std::string Submission::text(const fs::path& name) const {
  fs::path path = folder_;
  std::error_code error;
  for (const fs::path& part : name) {
    path /= part;
    if (fs::is_symlink(path, error))
      throw NotReached(fmt::format("{} is a link; allowed: files and folders", name.string()));
  }
  if (!fs::exists(path, error)) throw NotReached(fmt::format("there is no {}", name.string()));
  if (!fs::is_regular_file(path, error)) throw NotReached(fmt::format("{} is no file", name.string()));
  if (fs::file_size(path, error) > kMostBytes || error)
    throw NotReached(fmt::format("{} is larger than 1 MB", name.string()));
  try {
    return read_text_file(path.string(), "file", "a file that can be read");
  } catch (const InputError&) {
    throw NotReached(fmt::format("{} cannot be read", name.string()));
  }
}

const Answers& Submission::answers() {
  if (answers_) return *answers_;
  try {
    answers_ = Answers("answers.toml", text("answers.toml"));
  } catch (const InputError& error) {
    const std::string all = error.what();
    throw NotReached(all.substr(0, all.find('\n')));
  }
  return *answers_;
}

std::string Submission::report() const { return text("report.md"); }

void Submission::copy_rtl(const std::string& rtl) {
  static const std::set<std::string> endings{".sv", ".v", ".svh", ".vh"};
  const fs::path from = folder_ / rtl, to = scratch_.path() / rtl;
  std::error_code error;
  if (!fs::is_directory(from, error)) throw NotReached(fmt::format("there is no folder {}", rtl));
  fs::create_directories(to);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(from)) {
    if (endings.count(entry.path().extension().string()) == 0) continue;
    const fs::path name = fs::path(rtl) / entry.path().filename();
    if (++files > kMostFiles) throw NotReached(fmt::format("{} has more than {} files", rtl, kMostFiles));
    write_output(scratch_.path() / name, text(name));
  }
  if (files == 0) throw NotReached(fmt::format("{} has no .sv or .v file", rtl));
}

SandboxJob Submission::job(std::vector<std::string> command) {
  SandboxJob job;
  job.command = std::move(command);
  job.work = scratch_.path();
  job.read_only = {"rtl"};
  job.models = use_.models;
  job.limits = use_.limits;
  return job;
}

void Submission::scan_rtl(const std::string& rtl) {
  const auto known = scanned_.find(rtl);
  if (known != scanned_.end()) {
    if (!known->second.empty()) throw NotReached(known->second);
    return;
  }
  std::string refused;
  std::vector<std::string> sources;
  try {
    copy_rtl(rtl);
    for (const auto& entry : fs::directory_iterator(scratch_.path() / rtl)) {
      const std::string name = rtl + "/" + entry.path().filename().string();
      const std::string found = refused_in_source(text(name), name, rtl);
      if (!found.empty()) refused = found;
      const std::string ending = entry.path().extension().string();
      if (ending == ".sv" || ending == ".v") sources.push_back(name);
    }
  } catch (const NotReached& error) {
    refused = error.what();
  }
  std::sort(sources.begin(), sources.end());
  // By itself each, as macros of one may not be those of another.
  for (auto source = sources.begin(); refused.empty() && source != sources.end(); ++source) {
    const SandboxJob preprocess = job({XBARLAB_VERILATOR, "-E", "-I" + rtl, *source});
    const Captured captured = run_sandboxed(preprocess, use_.isolation);
    if (captured.status == 0)
      refused = refused_in_source(captured.out, *source, rtl);
    else
      refused = without_sandbox_paths(run_ending(captured, preprocess.limits), preprocess);
  }
  scanned_[rtl] = refused;
  if (!refused.empty()) throw NotReached(refused);
}

nlohmann::ordered_json Submission::run(const StudentRun& run) {
  scan_rtl(run.rtl);
  const fs::path record = scratch_.path() / kRecord;
  std::error_code ignored;
  fs::remove(record, ignored);
  std::vector<std::string> command{"xbarlab", "run", "--rtl", run.rtl, "--engine", run.engine};
  command.insert(command.end(), run.flags.begin(), run.flags.end());
  command.insert(command.end(), {"--json", kRecord});
  // A run that records something leaves no waveform of what differs.
  if (!run.waves) command.insert(command.end(), {"--line-trace", "/dev/null"});
  const SandboxJob simulate = job(std::move(command));
  const Captured captured = run_sandboxed(simulate, use_.isolation);
  if (captured.status != 0) fail(run, captured, simulate);
  try {
    return nlohmann::ordered_json::parse(read_text_file(record.string(), "record", "a record")).at("result");
  } catch (const std::exception&) {
    throw NotReached("the run has left no record");
  }
}

void Submission::put(const fs::path& name, const std::string& text) const {
  const fs::path path = scratch_.path() / name;
  fs::create_directories(path.parent_path());
  write_output(path, text);
}

Captured Submission::run_command(const StudentCommand& command) {
  scan_rtl(command.rtl);
  SandboxJob made = job(command.command);
  made.environment = command.environment;
  made.read_only.insert(made.read_only.end(), command.read_only.begin(), command.read_only.end());
  return run_sandboxed(made, use_.isolation);
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
  if (use_.waves.empty()) return view;
  const fs::path to = use_.waves / run.id;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(scratch_.path())) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".fst" && ending != ".gtkw") continue;
    fs::create_directories(to, error);
    const fs::path kept = to / entry.path().filename();
    fs::copy_file(entry.path(), kept, fs::copy_options::overwrite_existing, error);
    if (!error && ending == ".gtkw") view = "gtkwave " + shell_word(kept.string());
    fs::remove(entry.path(), error);
  }
  return view;
}

}  // namespace xb
