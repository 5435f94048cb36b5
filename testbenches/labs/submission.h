// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "testbenches/labs/answers.h"
#include "testbenches/labs/criterion_table.h"
#include "testbenches/labs/sandbox.h"
#include "testbenches/process/scratch_area.h"

namespace xb {

/// How a submission is looked at.
struct SubmissionUse {
  Isolation isolation = Isolation::Bubblewrap;
  SandboxLimits limits;
  /// Where models of its RTL stay, by what is compiled; empty: nowhere. Not in the submission, as it could
  /// bring models of its own.
  std::filesystem::path models;
  std::filesystem::path waves;  ///< where waveforms of what goes wrong are left; empty: nowhere
};

/// Most bytes of a file that a submission may have.
constexpr std::size_t kMostSubmittedBytes = 1 << 20U;

/// A run of a student's RTL.
struct StudentRun {
  std::string id;  ///< of the criterion
  RtlFolder rtl;
  std::vector<std::string> flags;  ///< of `xbarlab run`
  std::string engine;
  bool waves = false;  ///< of the first difference of a lock-step run
};

struct StudentCommand {
  std::string rtl;                   ///< folder in the submission, scanned before it runs
  std::vector<std::string> command;  ///< as of a SandboxJob
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::string> read_only;  ///< folders that were put beside the RTL
};

/// A student's folder. All that is wrong with it is NotReached, in words for the student. Files that are
/// links are refused: they could show what is not the student's.
class Submission {
 public:
  Submission(std::filesystem::path folder, SubmissionUse use);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Of answers.toml.
  [[nodiscard]] const Answers& answers();
  /// All of report.md.
  [[nodiscard]] std::string report() const;
  /// The result of the run, as its record has it.
  [[nodiscard]] nlohmann::ordered_json run(const StudentRun& run);
  /// A text in the folder, each of its lines with a line feed; `name` may have folders.
  [[nodiscard]] std::string text(const std::filesystem::path& name) const;
  /// What a folder of RTL is compiled from: all its files, preprocessed and scanned. It takes the place of
  /// the files in the copy, as `file`, or by the name of the first. Its paths of names may begin with none of
  /// the lab's RTL, nor of `others`. So it is for all calls, as the first has it.
  const std::string& rtl_text(const std::string& rtl, const std::string& file = {},
                              const std::set<std::string>& others = {});

  /// Writes a file beside the copy of its RTL, for commands; what runs have left in its place goes.
  void put(const std::filesystem::path& name, const std::string& text) const;
  /// Runs a command to its end, however it ends.
  [[nodiscard]] Captured run_command(const StudentCommand& command);
  /// Why a command did not end well, in a line for the student.
  [[nodiscard]] std::string why(const Captured& captured);
  /// What `find` returns, found once for each name.
  std::string& noted(const std::string& name, const std::function<std::string()>& find);

 private:
  [[nodiscard]] std::string text_as_it_is(const std::filesystem::path& name) const;
  [[nodiscard]] std::string inside(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> copy_rtl(const std::string& rtl) const;
  [[nodiscard]] std::string preprocessed(const std::string& rtl, const std::string& file,
                                         std::set<std::string> others);
  [[nodiscard]] Captured run_timed(const SandboxJob& job, const std::string& rtl);
  [[nodiscard]] SandboxJob job(std::vector<std::string> command, const std::filesystem::path& models = {});
  /// Whoever wrote the code learns what is wrong with it, and where its waves are.
  [[noreturn]] void fail(const StudentRun& run, const Captured& captured, const SandboxJob& job) const;
  [[nodiscard]] std::string keep_waves(const StudentRun& run) const;

  struct RtlText {
    std::string text, refused;
  };

  std::filesystem::path folder_;
  SubmissionUse use_;
  std::optional<Answers> answers_;
  std::map<std::string, RtlText> rtl_;          // by folder
  std::map<std::string, std::string> endless_;  // by folder: why a run of it was stopped
  std::map<std::string, std::string> notes_;
  ScratchArea scratch_;
  std::filesystem::path work_;  // what runs can write to: all in scratch_ but its models
};

/// The value of a measure such as queueing.mean in a result; NotReached if the run has none.
double value_in(const nlohmann::ordered_json& result, const std::string& measure);

struct RunConfig;

/// A measure of the lab's own run of a point, which runs once in this process however often it is asked for.
/// Throws InputError for a point that cannot be run, NotReached for a measure that it does not have.
double measured(const RunConfig& config, const std::string& measure);

}  // namespace xb
