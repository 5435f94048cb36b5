// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xb {

/// Whether `path` is what `pattern` says: `*` stands for any characters, `?` for one.
bool matches_pattern(std::string_view pattern, std::string_view path);

/// Signals that may differ, from a file: a pattern per line and, after `#`, why. Lines that begin with `#`
/// and empty ones are comments.
class IgnoreList {
 public:
  struct Entry {
    std::string pattern, reason;
  };
  IgnoreList() = default;
  /// Throws InputError: one line with file and line, also for a pattern without a reason.
  explicit IgnoreList(const std::string& path);

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// The first entry that a path matches.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view path) const;

 private:
  std::vector<Entry> entries_;
};

}  // namespace xb
