// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "host/base/descriptor.h"
#include "host/base/text_file.h"
#include "testbenches/study/folder_file.h"
#include "testbenches/study/identity.h"

namespace xb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Files of a point.
constexpr const char *kRecord = "record.json", *kProvenance = "provenance.json";
constexpr const char *kFailure = "failure.json", *kPrinted = "log";
constexpr std::size_t kMostLog = 65536;  // bytes: the end of a failed point's

/// Empty if it is no file.
std::string file_text(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) ? text_while_there(path.string()) : "";
}

Json file_json(const fs::path& path) {
  Json json = Json::parse(file_text(path), nullptr, false);
  return json.is_object() ? json : Json(nullptr);
}

bool is_failure(const Json& json) {
  return json.is_object() && json.contains("message") && json["message"].is_string();
}

/// Whether there was anything.
bool remove_whole(const fs::path& path) {
  std::error_code error;
  const auto count = fs::remove_all(path, error);
  if (!error) return count > 0;
  errno = error.value();
  cannot(path, "removed");
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string end_of(const std::string& log) {
  return log.size() <= kMostLog ? log : "...\n" + log.substr(log.size() - kMostLog);
}

// Of a name in aside/.
std::string hash_in(const std::string& name) { return name.substr(0, name.find('.')); }
std::string worker_in(const std::string& name) { return name.substr(hash_in(name).size()); }

/// The one that is written last says that they are whole.
std::array<const char*, 2> files_of(PointOutcome outcome) {
  if (outcome == PointOutcome::Done) return {kRecord, kProvenance};
  return {kPrinted, kFailure};
}

/// What is whole in a point's folder.
std::optional<PointOutcome> written_in(const fs::path& folder, const std::string& hash) {
  if (is_whole_record(file_text(folder / kRecord), hash) && !file_json(folder / kProvenance).is_null())
    return PointOutcome::Done;
  if (is_failure(file_json(folder / kFailure))) return PointOutcome::Failed;
  return {};
}

}  // namespace

StudyFolder::StudyFolder(const std::filesystem::path& path, std::string worker)
    : scratch_(path.empty() ? std::make_shared<ScratchArea>() : nullptr),
      path_(scratch_ ? scratch_->path() : path),
      worker_(std::move(worker)) {}

void StudyFolder::create() const {
  for (const char* name : {"points", "failed", "aside"}) {
    std::error_code error;
    fs::create_directories(path_ / name, error);
    if (!error) continue;
    throw InputError("--out: '{}' is not allowed ({}); allowed: a folder that can be written", path_.string(),
                     error.message());
  }
}

void StudyFolder::take_leftovers() const {
  const std::vector<std::string> names = own_leftovers();
  for (const std::string& name : names) StudyFolder(path_, worker_in(name)).begin_sync(hash_in(name));
  for (const std::string& name : names) {
    if (!publish_leftover(name)) remove_whole(path_ / "aside" / name);
  }
}

void StudyFolder::remove_unfinished() const {
  for (const std::string& name : own_leftovers()) {
    const fs::path folder = path_ / "aside" / name;
    if (!written_in(folder, hash_in(name))) remove_whole(folder);
  }
}

bool StudyFolder::publish_leftover(const std::string& name) const {
  const std::string hash = hash_in(name);
  const StudyFolder of_worker(path_, worker_in(name));
  const auto written = written_in(path_ / "aside" / name, hash);
  try {
    if (written) of_worker.publish(hash, *written);
    return written.has_value();
  } catch (const FolderError&) {  // its worker lives, and is faster
    return has_result(hash) || has_failure(hash);
  }
}

std::optional<std::string> StudyFolder::record(const std::string& hash) const {
  std::string text = file_text(path_ / "points" / hash / kRecord);
  if (!is_whole_record(text, hash) || !Json::accept(text)) return {};
  return text;
}

bool StudyFolder::has_result(const std::string& hash) const {
  return is_whole_record(file_text(path_ / "points" / hash / kRecord), hash);
}

bool StudyFolder::has_failure(const std::string& hash) const { return !failure(hash).is_null(); }

Json StudyFolder::provenance(const std::string& hash) const {
  return file_json(path_ / "points" / hash / kProvenance);
}

Json StudyFolder::failure(const std::string& hash) const {
  Json failure = file_json(path_ / "failed" / hash / kFailure);
  return is_failure(failure) ? failure : Json(nullptr);
}

std::vector<std::string> StudyFolder::results() const { return names_in(path_ / "points"); }
std::vector<std::string> StudyFolder::failures() const { return names_in(path_ / "failed"); }
std::vector<std::string> StudyFolder::leftovers() const { return names_in(path_ / "aside"); }

std::vector<std::string> StudyFolder::own_leftovers() const {
  std::vector<std::string> own;
  for (const std::string& name : leftovers()) {
    if (name.size() > worker_.size() &&
        name.compare(name.size() - worker_.size(), worker_.size(), worker_) == 0)
      own.push_back(name);
  }
  return own;
}

fs::path StudyFolder::leftover_of(const std::string& hash) const {
  std::error_code error;
  if (fs::exists(aside(hash), error)) return aside(hash);
  for (const std::string& name : leftovers()) {
    if (name.rfind(hash + ".", 0) == 0) return path_ / "aside" / name;
  }
  return {};
}

fs::path StudyFolder::begin(const std::string& hash) const {
  fs::path folder = aside(hash);
  remove_whole(folder);
  std::error_code error;
  if (fs::create_directory(folder, error)) return folder;
  errno = error.value();
  cannot(folder, "made");
}

/// Whether it is there now; not if another worker's has been there before.
bool StudyFolder::rename_aside(const std::string& hash, const fs::path& to) const {
  // The folders are not synced, which would take twice as long as all else: what a power failure takes from
  // them is a point that is not there, or one without a whole record, and runs again.
  if (std::rename(aside(hash).c_str(), to.c_str()) == 0) return true;
  if (errno != ENOTEMPTY && errno != EEXIST) cannot(to, "made");
  return false;
}

template <class Work>
void StudyFolder::or_nothing(const std::string& hash, const Work& work) const {
  try {
    work();
  } catch (const FolderError&) {
    std::error_code ignored;
    fs::remove_all(aside(hash), ignored);
    throw;
  }
}

void StudyFolder::write(const std::string& hash, PointOutcome outcome, const std::string& text,
                        const Json& notes) const {
  const bool done = outcome == PointOutcome::Done;
  or_nothing(hash, [&] {
    const auto [first, last] = files_of(outcome);
    write_whole(aside(hash) / first, done ? text : end_of(text), Sync::Later);
    write_whole(aside(hash) / last, notes.dump(1) + "\n", Sync::Later);
  });
}

void StudyFolder::begin_sync(const std::string& hash) const {
  if (scratch_) return;
  for (const char* name : {kRecord, kProvenance, kFailure, kPrinted}) {
    const Descriptor file{open((aside(hash) / name).c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.number() >= 0) sync_file_range(file.number(), 0, 0, SYNC_FILE_RANGE_WRITE);
  }
}

void StudyFolder::publish(const std::string& hash, PointOutcome outcome) const {
  const bool done = outcome == PointOutcome::Done;
  or_nothing(hash, [&] {
    const fs::path to = path_ / (done ? "points" : "failed") / hash;
    for (const char* name : files_of(outcome)) {
      if (!scratch_) sync_file(aside(hash) / name);
    }
    if (!done) remove_failure(hash);
    if (rename_aside(hash, to)) return;
    if (!done || has_result(hash)) {
      remove_whole(aside(hash));
      return;
    }
    remove_result(hash);  // a damaged one
    if (!rename_aside(hash, to)) cannot(to, "made");
  });
  if (done) remove_failure(hash);
}

bool StudyFolder::remove_result(const std::string& hash) const {
  return remove_whole(path_ / "points" / hash);
}
void StudyFolder::remove_file(const std::string& name) const { remove_whole(path_ / name); }
void StudyFolder::remove_failure(const std::string& hash) const { remove_whole(path_ / "failed" / hash); }

void StudyFolder::sync() const {
  if (scratch_) return;
  sync_folder(path_ / "points");
  sync_folder(path_ / "failed");
}

void StudyFolder::write_file(const std::string& name, const std::string& text) const {
  write_file(name, one_part(text));
}

void StudyFolder::write_file(const std::string& name, const NextPart& next) const {
  if (scratch_ || !worker_.empty()) return;
  const fs::path temporary = path_ / "aside" / name;
  try {
    remove_whole(temporary);
    write_parts(temporary, next, Sync::Now);
    if (std::rename(temporary.c_str(), (path_ / name).c_str()) != 0) cannot(path_ / name, "made");
    sync_folder(path_);
  } catch (const FolderError&) {
    std::error_code ignored;
    fs::remove_all(temporary, ignored);
    throw;
  }
}

}  // namespace xb
