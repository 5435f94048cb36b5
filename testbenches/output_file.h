// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

namespace xb {

/// A result file that appears whole or not at all: written aside in the same folder, and renamed by commit().
/// A device, pipe or `-` (standard output) is written directly.
class OutputFile {
 public:
  /// Throws InputError if it cannot be created.
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws RunError if the disk is full.
  void write(const std::string& text);
  void commit();

 private:
  void fail();

  std::filesystem::path path_, temporary_;  // no temporary: written directly
  std::FILE* file_ = nullptr;
  bool committed_ = false;
};

/// Name beside `path` for writing aside; checks that it can be created (InputError).
std::filesystem::path temporary_beside(const std::filesystem::path& path);

}  // namespace xb
