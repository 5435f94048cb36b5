// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "host/base/errors.h"
#include "testbenches/process/scratch_area.h"

namespace xb {

/// The folder of a study cannot be written: nothing that a point did. The run stops.
class FolderError : public RunError {
  using RunError::RunError;
};

/// In study.toml: what it is a copy of.
constexpr const char* kCopyOf = "# File: ";

enum class PointOutcome { Done, Failed };

/// Results on disk (docs/studies.md). A point's folder is written aside, synced, and renamed: a result exists
/// or it does not, whatever ends the process. For any number of processes on any machines that share it; of
/// two that run one point the first gives the result, and the second finds it there. Without a path it is a
/// scratch area, which goes with the last copy, and nothing in it is synced.
class StudyFolder {
 public:
  /// `worker`, where several processes may have one point in hand: appended to names in aside/.
  explicit StudyFolder(const std::filesystem::path& path, std::string worker = "");
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] bool is_scratch() const { return scratch_ != nullptr; }

  /// Makes the folders. Throws InputError if they cannot be.
  void create() const;
  /// For the one runner, which holds the lock: publishes what killed runs had written whole, and removes the
  /// rest. A worker's own, if it is one.
  void take_leftovers() const;
  /// Removes what take_leftovers() would not publish.
  void remove_unfinished() const;
  /// Publishes what a killed worker had written whole under this name in aside/; whether there was that.
  [[nodiscard]] bool publish_leftover(const std::string& name) const;
  /// Names in aside/: of points in hand, and those that were when their worker died. A name begins with the
  /// hash, and what follows a dot names the worker.
  [[nodiscard]] std::vector<std::string> leftovers() const;
  /// Where a point is while it runs, or was when its worker died: this process's, or else any worker's;
  /// empty: nowhere.
  [[nodiscard]] std::filesystem::path leftover_of(const std::string& hash) const;

  /// Whether there is a whole record; one that is damaged is none.
  [[nodiscard]] bool has_result(const std::string& hash) const;
  [[nodiscard]] bool has_failure(const std::string& hash) const;
  /// The checked text of a record, or nothing.
  [[nodiscard]] std::optional<std::string> record(const std::string& hash) const;
  /// Of a result; null if there is none that can be read.
  [[nodiscard]] nlohmann::ordered_json provenance(const std::string& hash) const;
  /// failure.json, with `message` and `command`.
  [[nodiscard]] nlohmann::ordered_json failure(const std::string& hash) const;
  /// Names in points/, sorted.
  [[nodiscard]] std::vector<std::string> results() const;
  /// Names in failed/, sorted.
  [[nodiscard]] std::vector<std::string> failures() const;

  /// A new empty folder for a point while it runs; what was left of an earlier attempt goes.
  std::filesystem::path begin(const std::string& hash) const;
  /// Writes the files of a point where it runs: its record, or what it printed before it failed, and notes,
  /// for a failure with `message`; that it is whole is seen by its last one. Throws FolderError, and nothing
  /// is left then.
  void write(const std::string& hash, PointOutcome outcome, const std::string& text,
             const nlohmann::ordered_json& notes) const;
  /// What has been written begins to go to the disk: of several points at once that takes less time.
  void begin_sync(const std::string& hash) const;
  /// Syncs what has been written. The point's folder appears in points/, and is gone from failed/; or that of
  /// its failure appears in failed/. Throws FolderError, and nothing is left then.
  void publish(const std::string& hash, PointOutcome outcome) const;
  /// Removes a record that is damaged; whether there was one.
  bool remove_result(const std::string& hash) const;
  void remove_failure(const std::string& hash) const;

  /// What has been renamed until now stays if power fails; the contents do in any case.
  void sync() const;

  /// A file of the study's folder, whole or not at all; a worker writes none.
  void write_file(const std::string& name, const std::string& text) const;
  /// The same of a file that comes part by part, until there is nothing more.
  using NextPart = std::function<std::optional<std::string>()>;
  void write_file(const std::string& name, const NextPart& next) const;
  /// Removes such a file, if it is there.
  void remove_file(const std::string& name) const;

 private:
  [[nodiscard]] std::vector<std::string> own_leftovers() const;
  [[nodiscard]] std::filesystem::path aside(const std::string& hash) const {
    return path_ / "aside" / (hash + worker_);
  }
  [[nodiscard]] bool rename_aside(const std::string& hash, const std::filesystem::path& to) const;
  /// Does the work; what is aside of the point goes if that throws.
  template <class Work>
  void or_nothing(const std::string& hash, const Work& work) const;

  std::shared_ptr<const ScratchArea> scratch_;  // null: it has a path
  std::filesystem::path path_;
  std::string worker_;
};

}  // namespace xb
