// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbenches/process/interrupt.h"

namespace xb {

/// An FST waveform on its way to `path`: the FST writer fills temporary(), commit() checks that the file is
/// whole (the writer itself does not report a full disk) and gives it its name. As with OutputFile, a file
/// that was there keeps its mode and a link is followed. The writer opens files by name, so they are in a
/// folder beside `path` that only we can enter.
class TraceFile {
 public:
  /// Throws InputError if it cannot be created.
  explicit TraceFile(const std::filesystem::path& path);
  ~TraceFile();

  [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_; }
  /// Throws RunError if the file is not whole.
  void commit();

 private:
  std::filesystem::path path_, target_, folder_, temporary_;
  std::optional<OnInterrupt> undo_folder_;
};

/// Whether the file is a sequence of whole FST blocks with a header and a hierarchy.
bool is_whole_fst(const std::filesystem::path& path);

}  // namespace xb
