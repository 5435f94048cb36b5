// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace xb {

/// How GTKWave shows a signal.
enum class Look { Bit, Binary, Hex, Decimal, Level, Names, Text };
enum class Colour { Usual = 0, Red = 1, Orange = 2, Yellow = 3, Green = 4, Violet = 7 };

/// A row of a group.
struct SaveLine {
  std::string signal;  ///< from the scope of the ports on, without its range
  unsigned bits;
  Look look;
  Colour colour = Colour::Usual;
  std::string name = {};  ///< shown; empty: the last part of `signal`
};

/// The rows of a GTKWave save file, in groups.
class SaveLines {
 public:
  /// `models` are the scopes that have each signal: a row for each of them.
  explicit SaveLines(std::vector<std::string> models) : models_(std::move(models)) {}

  void open_group(const std::string& name, bool open);
  void close_group();
  void add(const SaveLine& line);
  /// A signal that is there once, whatever the models.
  void add_single(const std::string& path, const SaveLine& line);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  struct Group {
    std::string name;
    bool open;
  };

  std::vector<std::string> models_;
  std::vector<Group> groups_;
  std::string text_;
};

}  // namespace xb
