// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "host/base/input_errors.h"

namespace xb {

/// Reads the tables of a description's file by the names of their keys. All that is wrong goes into `errors`;
/// what reads a value throws InputError, `FILE:LINE:COLUMN: KEY: ...`.
class TableReader {
 public:
  using Texts = std::vector<std::string>;
  /// Reads the value of a key; `key` with its table's, such as in.tdata.
  using Entry = std::function<void(const toml::node& node, const std::string& key)>;
  struct Named {
    std::string name;
    Entry read;
  };
  using Entries = std::vector<Named>;

  explicit TableReader(std::string file) : file_(std::move(file)) {}

  ErrorList errors;

  /// Each key of the table is one of `entries`.
  void read_table(const toml::table& table, const std::string& prefix, const Entries& entries);
  /// The entry of a key whose value is a table of these.
  Entry table_of(Entries entries);
  /// The entry of a key whose value is a table of any names: reads each.
  Entry table_of_any(
      std::function<void(const std::string& name, const toml::node& node, const std::string& key)> read);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] std::string place(const toml::node& node) const;
  [[noreturn]] void refuse(const toml::node& node, const std::string& key, const std::string& value,
                           const std::string& allowed) const;

  [[nodiscard]] std::string text(const toml::node& node, const std::string& key,
                                 const char* allowed = "a text") const;
  /// A text, or a list of texts.
  [[nodiscard]] Texts texts(const toml::node& node, const std::string& key) const;
  [[nodiscard]] std::string choice(const toml::node& node, const std::string& key, const Texts& words) const;
  [[nodiscard]] bool truth(const toml::node& node, const std::string& key) const;
  /// 0..most.
  [[nodiscard]] unsigned number(const toml::node& node, const std::string& key, unsigned most) const;
  /// Of a clock, up to 1e5.
  [[nodiscard]] double mhz(const toml::node& node, const std::string& key) const;
  /// A path relative to the file.
  [[nodiscard]] std::filesystem::path beside(const std::string& path) const;
  [[nodiscard]] std::filesystem::path folder(const toml::node& node, const std::string& key,
                                             const std::string& path) const;

 private:
  std::string file_;
};

/// Letters, digits, _ and $; `{i}` too.
bool is_port_name(const std::string& text);

}  // namespace xb
