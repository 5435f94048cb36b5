// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/base/input_errors.h"
#include "host/base/nearest_word.h"

namespace xb {

// A TOML file is read by lists of its keys: what each is called, what it may be, and where it goes.

class TableReader;
struct TomlKey;
using TomlKeys = std::vector<TomlKey>;
struct OtherKeys;

/// The value of a key. What reads it throws InputError,
/// `FILE:LINE:COLUMN: KEY: 'VALUE' is not allowed; allowed: ...`.
struct TomlValue {
  using Read = std::function<void(const TomlValue& value)>;

  TableReader& reader;
  const toml::node& node;
  std::string name;     ///< of the key
  std::string key;      ///< that with its tables', such as in.tdata
  std::string allowed;  ///< for messages

  [[nodiscard]] std::string place() const;
  [[nodiscard]] unsigned line() const { return static_cast<unsigned>(node.source().begin.line); }
  [[noreturn]] void refuse() const { refuse_for(allowed); }
  [[noreturn]] void refuse_for(const std::string& other_allowed) const;
  /// Refuses a part of it.
  [[noreturn]] void refuse_part(const std::string& part, const std::string& other_allowed) const;
  /// Where a number is wanted: one in quotes is none.
  [[noreturn]] void refuse_number() const;
  /// In other words than that something is not allowed.
  [[noreturn]] void fail(const std::string& what) const;

  /// One that is not empty.
  [[nodiscard]] std::string text() const;
  /// `what`: these words, for messages.
  [[nodiscard]] std::string word(const std::vector<std::string>& words, const std::string& what = {}) const;
  /// A text or a number, as text.
  [[nodiscard]] std::string scalar() const;
  [[nodiscard]] std::int64_t whole(std::int64_t low, std::int64_t high) const;
  [[nodiscard]] double number(double low, double high) const;
  /// Of a list each element, or the value itself.
  void each(const Read& read) const;
  /// The value is a table; whether it has nothing wrong.
  bool read_table(const TomlKeys& keys, const OtherKeys* others = nullptr) const;
};

/// What a value may be, and where it goes. What it goes to has to outlive the reading.
struct TomlKind {
  std::string allowed;
  TomlValue::Read read;
  bool is_table = false;  ///< one that is missing is read as if it were empty, for what is needed in it
};

struct TomlKey {
  std::string name;
  TomlKind kind;
  bool needed = false;
};
constexpr bool kNeeded = true;

/// Keys of a table besides those that are listed.
struct OtherKeys {
  TomlKind kind;
  std::vector<std::string> names = {};  ///< empty: any name
  std::string what = {};                ///< these names, for messages
  bool in_file_order = false;           ///< else in alphabetical order
};
/// Any, whatever they are: others read them.
OtherKeys any_others();

/// One file. What is wrong with it goes into `errors`.
class TableReader {
 public:
  /// `text` of what messages call `file`. Throws InputErrors where it is not TOML.
  TableReader(std::string file, const std::string& text);

  ErrorList errors;

  /// Whether all that is in the file, or a table of it, is right.
  bool read(const TomlKeys& keys, const OtherKeys* others = nullptr);
  bool read_table(const toml::table& table, const std::string& prefix, const TomlKeys& keys,
                  const OtherKeys* others);
  /// Of all errors; see ErrorList.
  void throw_if_any() const { errors.throw_if_any(source_); }

  [[nodiscard]] const std::string& file() const { return source_.file; }
  [[nodiscard]] const SourceText& source() const { return source_; }
  [[nodiscard]] const toml::table& table() const { return table_; }
  /// `FILE:LINE:COLUMN`.
  [[nodiscard]] std::string place(const toml::source_region& region) const;
  /// A path that stands in the file, as path_beside() takes it.
  [[nodiscard]] std::filesystem::path beside(const std::string& path) const;

 private:
  SourceText source_;
  toml::table table_;
};

TomlKind text_to(std::string& to, std::string allowed = "a text");
/// A text that may be empty, or a number, as text.
TomlKind scalar_to(std::string& to, std::string allowed = "a text");
TomlKind word_to(std::string& to, const std::vector<std::string>& words, const std::string& what = {});
TomlKind words_to(std::vector<std::string>& to, const std::vector<std::string>& words,
                  const std::string& what = {});
TomlKind truth_to(bool& to);
TomlKind table_of(TomlKeys keys);
TomlKind table_of(OtherKeys others);
/// `[[key]]`, each read by itself; an error of one does not keep the next from being read.
TomlKind tables_of(TomlValue::Read read);

/// As `kind`, and where it stands.
TomlKind with_place(std::string& place, TomlKind kind);

std::string range_text(double low, double high);

/// A whole number within low..high.
template <class T>
TomlKind whole_to(T& to, std::int64_t low, std::int64_t high) {
  return {range_text(static_cast<double>(low), static_cast<double>(high)),
          [&to, low, high](const TomlValue& value) { to = static_cast<T>(value.whole(low, high)); }};
}

/// A number within low..high, finite in any case.
template <class T>
TomlKind number_to(T& to, double low, double high, std::string allowed = {}) {
  if (allowed.empty()) allowed = "a number, " + range_text(low, high);
  return {std::move(allowed), [&to, low, high](const TomlValue& value) { to = value.number(low, high); }};
}

/// What a word stands for.
template <class T>
TomlKind choice_to(T& to, std::vector<std::pair<std::string, T>> choices) {
  std::vector<std::string> words;
  for (const auto& choice : choices) words.push_back(choice.first);
  const auto read = [&to, words, choices = std::move(choices)](const TomlValue& value) {
    const std::string word = value.word(words);
    for (const auto& choice : choices) {
      if (choice.first == word) to = choice.second;
    }
  };
  return {allowed_names(words), read};
}

/// A text that `parse` makes something of.
template <class T, class Parse>
TomlKind parsed_to(T& to, Parse parse, std::string allowed) {
  return {std::move(allowed), [&to, parse](const TomlValue& value) {
            const std::optional<T> parsed = parse(value.text());
            if (!parsed) value.refuse();
            to = *parsed;
          }};
}

}  // namespace xb
