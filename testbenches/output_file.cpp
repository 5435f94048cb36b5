// SPDX-License-Identifier: Apache-2.0
#include "testbenches/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "host/errors.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path) {
  throw InputError(fmt::format("{}: cannot be written ({}); allowed: a file in a folder that can be written",
                               path.string(), std::strerror(errno)));
}

}  // namespace

fs::path temporary_beside(const fs::path& path) {
  fs::path temporary = path;
  temporary += fmt::format(".{}.part", getpid());
  if (fs::is_directory(path)) {
    errno = EISDIR;
    refuse(path);
  }
  std::FILE* probe = std::fopen(temporary.c_str(), "wb");
  if (probe == nullptr) refuse(path);
  std::fclose(probe);
  return temporary;
}

OutputFile::OutputFile(const fs::path& path) : path_(path) {
  if (path == "-") {
    file_ = stdout;
    return;
  }
  std::error_code error;
  const auto status = fs::status(path, error);
  const bool direct = fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
  if (!direct) temporary_ = temporary_beside(path);
  file_ = std::fopen(direct ? path.c_str() : temporary_.c_str(), "wb");
  if (file_ == nullptr) refuse(path);
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  std::error_code ignored;
  if (!committed_ && !temporary_.empty()) fs::remove(temporary_, ignored);
}

void OutputFile::fail() {
  throw RunError(fmt::format("{}: cannot be written whole: {}", path_.string(), std::strerror(errno)));
}

void OutputFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0) fail();
}

void OutputFile::commit() {
  if (file_ == stdout) {
    if (std::fflush(file_) != 0) fail();
    committed_ = true;
    return;
  }
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::fflush(file) != 0 || (!temporary_.empty() && fsync(fileno(file)) != 0)) {
    std::fclose(file);
    fail();
  }
  if (std::fclose(file) != 0) fail();
  if (!temporary_.empty() && std::rename(temporary_.c_str(), path_.c_str()) != 0) fail();
  committed_ = true;
}

}  // namespace xb
