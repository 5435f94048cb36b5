// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "waves/write/fst_values.h"

namespace xb {

/// An FST file while it is written, in one pass, of as many sources as there are: first all of them name
/// their signals, by GTKWave's writer, then each gives values, in the order of its own time. No more than a
/// block of them is held in memory. The time unit is 1 ns.
class FstFile {
 public:
  /// `block_bytes`: so much a source may have in memory before a block is written.
  explicit FstFile(std::filesystem::path path, std::size_t block_bytes = std::size_t{1} << 23U)
      : path_(std::move(path)), block_bytes_(block_bytes) {}
  ~FstFile();
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

  /// GTKWave's writer, for scopes and names of values. The file is made when it is first asked for; RunError
  /// if that cannot be.
  void* names();
  /// A signal as GTKWave's writer has it, by its number; `alias`: it is another name of this one, if not 0.
  std::uint32_t add_signal(unsigned kind, unsigned direction, std::uint32_t bits, const std::string& name,
                           std::uint32_t alias);
  /// Of a source, whose signals are numbered from `first` + 1 on; it lives as long as the file is open.
  ValueLog& add_log(std::uint32_t first = 0) { return logs_.emplace_back(first); }
  [[nodiscard]] std::uint32_t signals() const { return signals_; }
  /// From now on values of this log are of this time, later than its last one.
  void at(ValueLog& log, std::uint64_t time) {
    if (log.size() > block_bytes_) write_block(time);
    log.at(time);
  }
  /// Writes what is left, and ends the file. What is missing in it, TraceFile sees.
  void close();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  [[nodiscard]] std::filesystem::path names_path() const;
  void write_block(std::uint64_t before);
  void write_before(std::uint64_t time);
  void end_names();
  void put(const std::string& bytes) { std::fwrite(bytes.data(), 1, bytes.size(), file_.get()); }

  std::filesystem::path path_;
  std::size_t block_bytes_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  void* names_ = nullptr;
  bool are_named_ = false;  // all signals
  std::uint32_t signals_ = 0;
  std::string header_, names_blocks_;  // then
  std::list<ValueLog> logs_;
  FstValues values_;
};

}  // namespace xb
