// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/experiment/experiment_file.h"
#include "testbenches/program/verb.h"
#include "testbenches/tracing/trace_flags.h"

namespace xb {

struct RunConfig;

/// Throws InputError if a flag is given without what it belongs to.
void refuse_without(const char* flag, const std::optional<std::string>& value, const std::string& where);

/// Flag `--jobs`: processes, one a core unless given.
class JobsFlag {
 public:
  explicit JobsFlag(std::optional<std::string> given = {}) : given_(std::move(given)) {}
  void add_to(Verb& verb, const char* help, const char* type = "NUMBER") {
    verb.text("--jobs", type, given_, help);
  }
  /// Throws InputError.
  [[nodiscard]] unsigned jobs() const;
  [[nodiscard]] const std::optional<std::string>& given() const { return given_; }

 private:
  std::optional<std::string> given_;
};

/// An experiment on the command line: a file, or none, and keys that override it.
struct ExperimentFlags {
  std::string file;               ///< or empty: one point from flags
  std::vector<SweptKey> flags;    ///< in the order given
  std::vector<std::string> sets;  ///< --set

  /// The file, `allowed` where it is given, and a flag per configuration key.
  void add_to(Verb& verb, const char* file_help, const char* allowed) {
    verb.optional_word("file", file, file_help, allowed);
    verb.keys(flags);
  }
  void add_set(Verb& verb, const char* help) { verb.texts("--set", "KEY=VALUE", sets, help); }
  /// Throws InputErrors.
  [[nodiscard]] Experiment experiment() const;
};

/// The flags that say what to record of a run. `waveform`: with `--trace`.
void add_trace_flags(Verb& verb, TraceFlags& to, bool waveform);
/// Throws InputError for the first flag where nothing is recorded; `others` do.
void refuse_without(const TraceFlags& given, const char* others);

/// Throws InputError if a file to write is one that is read: the experiment (empty: none), and what its
/// points read.
void refuse_overwriting(const std::vector<NamedFile>& outputs, const std::string& experiment,
                        const std::vector<RunConfig>& points);

}  // namespace xb
