// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "testbenches/process/names.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as the system
constexpr mode_t kModeBits = 0777;

/// Whether `path` names one of our own open files, as /dev/stdout does through its link.
std::optional<int> open_descriptor(const fs::path& path) {
  const fs::path folder = path.parent_path();
  int fd = 0;
  if (folder != "/proc/self/fd" && folder != "/dev/fd") return {};
  if (!parse_number(path.filename().string(), 0.0, 1e6, fd)) return {};
  return fd;
}

/// Whether somebody else may have put the link there: it is neither ours nor of the folder's owner, and
/// others than they can write in the folder.
bool is_strange_link(const fs::path& link, const struct stat& status) {
  struct stat folder = {};
  if (status.st_uid == geteuid() || status.st_uid == 0) return false;
  const fs::path parent = link.parent_path();
  return stat(parent.empty() ? "." : parent.c_str(), &folder) != 0 ||
         (status.st_uid != folder.st_uid && (folder.st_mode & (S_IWGRP | S_IWOTH)) != 0);
}

/// One link further; empty: `path` is none, or leads to a device or pipe.
fs::path link_target(const fs::path& path, const fs::path& given) {
  struct stat status = {};
  if (lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return {};
  if (is_strange_link(path, status)) {
    throw InputError(
        "{}: cannot be written ({} is somebody else's link); allowed: a file, or a link of your own",
        given.string(), path.string());
  }
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return {};
  std::error_code error;
  const fs::path target = fs::read_symlink(path, error);
  return target.is_absolute() ? target : path.parent_path() / target;
}

}  // namespace

void refuse_output(const fs::path& path) {
  throw InputError("{}: cannot be written ({}); allowed: a file in a folder that can be written",
                   path.string(), std::strerror(errno));
}

fs::path file_behind(const fs::path& path) {
  fs::path at = path;
  for (int links = 0; links <= kMostLinks; ++links) {
    if (open_descriptor(at)) return at;
    const fs::path next = link_target(at, path);
    if (next.empty()) return at;
    at = next;
  }
  errno = ELOOP;
  refuse_output(path);
}

fs::path name_beside(const fs::path& path) { return path.string() + "." + random_name() + ".part"; }

void take_mode(int fd, const fs::path& from) {
  struct stat status = {};
  if (stat(from.c_str(), &status) != 0) return;
  // Owner and group are given as far as the system lets us; then the mode, which that resets in part.
  if (fchown(fd, status.st_uid, status.st_gid) != 0 && fchown(fd, static_cast<uid_t>(-1), status.st_gid) != 0)
    errno = 0;
  fchmod(fd, status.st_mode & kModeBits);
}

void refuse_same_file(const std::string& flag, const fs::path& path, const std::string& what,
                      const fs::path& other) {
  std::error_code error;
  const bool is_there = fs::exists(path, error);
  if (is_there != fs::exists(other, error) || (is_there && !fs::is_regular_file(path, error))) return;
  const auto place = [&](const fs::path& p) {
    return fs::weakly_canonical(fs::absolute(file_behind(p)), error);
  };
  if (is_there ? !fs::equivalent(path, other, error) : place(path) != place(other)) return;
  throw not_allowed(flag, path.string(), "a file other than {} '{}'", what, other.string());
}

OutputFile::OutputFile(const fs::path& path) : path_(path) {
  if (path == "-") {
    file_ = stdout;
    return;
  }
  target_ = file_behind(path);
  if (const auto fd = open_descriptor(target_)) {
    file_ = fdopen(dup(*fd), "wb");
  } else {
    std::error_code error;
    const auto status = fs::status(target_, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
      file_ = std::fopen(target_.c_str(), "wb");
    } else {
      create_aside();
    }
  }
  if (file_ == nullptr) refuse_output(path);
}

void OutputFile::create_aside() {
  const SignalsHeld held;
  temporary_ = name_beside(target_);
  struct stat status = {};
  const bool is_there = stat(target_.c_str(), &status) == 0;
  const int fd = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                      is_there ? status.st_mode & 0600 : 0666);
  if (fd < 0) return;
  undo_.emplace(temporary_.string());
  take_mode(fd, target_);
  file_ = fdopen(fd, "wb");
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (undo_) unlink(temporary_.c_str());
}

void OutputFile::fail() {
  const std::string why = std::strerror(errno);
  if (undo_) unlink(temporary_.c_str());  // for whoever else might commit it
  throw RunError("{}: cannot be written whole: {}", path_.string(), why);
}

void OutputFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0) fail();
}

void OutputFile::commit() {
  if (file_ == stdout) {
    if (std::fflush(file_) != 0) fail();
    return;
  }
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::ferror(file) != 0 || std::fflush(file) != 0 || (undo_ && fsync(fileno(file)) != 0)) {
    std::fclose(file);
    fail();
  }
  if (std::fclose(file) != 0) fail();
  if (undo_ && std::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  undo_.reset();
}

void write_output(const std::filesystem::path& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

std::unique_ptr<OutputFile> output_if_named(const std::string& path) {
  return path.empty() ? nullptr : std::make_unique<OutputFile>(path);
}

void write_verdict(const std::unique_ptr<OutputFile>& file, const std::string& text) {
  if (!file) return;
  try {
    file->write(text);
    file->commit();
  } catch (const RunError& error) {
    throw InputError(error.what());
  }
}

}  // namespace xb
