// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "testbenches/process/interrupt.h"

namespace xb {

/// A result file that appears whole or not at all: written aside in the same folder, under a name that nobody
/// can foretell, and renamed by commit(). A file that was there keeps its mode, a link is followed. A device,
/// pipe or `-` (standard output) is written directly.
class OutputFile {
 public:
  /// Throws InputError if it cannot be created.
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();

  /// Throws RunError if the disk is full; the file is none then, and commit() throws, too. A child process
  /// may write what this one commits.
  void write(const std::string& text);
  void commit();

 private:
  void create_aside();
  void fail();

  std::filesystem::path path_, target_, temporary_;  // no temporary: written directly
  std::optional<OnInterrupt> undo_;                  // with a temporary
  std::FILE* file_ = nullptr;
};

/// A file of this text, whole or not at all. Throws as OutputFile does.
void write_output(const std::filesystem::path& path, const std::string& text);

/// A file to write; null where it has no name. Throws InputError if it cannot be created.
std::unique_ptr<OutputFile> output_if_named(const std::string& path);

/// All of a report, if there is a file for it, where exit status 1 says that something differs. Throws
/// InputError, exit status 2, if it cannot be written.
void write_verdict(const std::unique_ptr<OutputFile>& file, const std::string& text);

/// What `path` names when its links are followed; nothing need be there. Throws InputError, also at a link
/// that somebody else has put there.
std::filesystem::path file_behind(const std::filesystem::path& path);

/// `path` and something that nobody can foretell.
std::filesystem::path name_beside(const std::filesystem::path& path);

/// Mode, and as far as allowed owner and group, of the file `from`, if there is one.
void take_mode(int fd, const std::filesystem::path& from);

/// Throws InputError: `path` cannot be written, as errno says.
[[noreturn]] void refuse_output(const std::filesystem::path& path);

/// Throws InputError if `path`, which `flag` gives, is the file `other`, whatever they are called.
void refuse_same_file(const std::string& flag, const std::filesystem::path& path, const std::string& what,
                      const std::filesystem::path& other);

}  // namespace xb
