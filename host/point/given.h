// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace xb {

/// There is a text. (`text != nullptr` is no constant to g++ 12 with -fsanitize=undefined.)
template <const char* text>
inline constexpr bool kIsText =
    !std::is_same_v<std::integral_constant<const char*, text>, std::integral_constant<const char*, nullptr>>;

// What a parser returns, as Given keeps it; null: the text is not allowed. A plain pointer is to what
// stays. The type behind a pointer need not be known where a Given is named.
template <class Value>
std::shared_ptr<const Value> kept(std::optional<Value> value) {
  return value ? std::make_shared<const Value>(std::move(*value)) : nullptr;
}
template <class Value>
std::shared_ptr<const Value> kept(std::shared_ptr<const Value> value) {
  return value;
}
template <class Value>
std::shared_ptr<const Value> kept(const Value* entry) {
  return {std::shared_ptr<void>(), entry};
}

/// A value as its user gave it: its text, which records and messages have, and what `parse` read from that,
/// once. `word`: a text without a value; null: each has one. `ending`: of the path of a file, whose value
/// load() reads; null: no text is one.
template <auto parse, const char* word = nullptr, const char* ending = nullptr>
class Given {
 public:
  using Value = std::remove_const_t<typename decltype(kept(parse(std::string_view())))::element_type>;

  /// Of a text that is allowed.
  Given(std::string text) : Given(read(std::move(text)).value()) {}  // NOLINT(google-explicit-constructor)
  Given(const char* text) : Given(std::string(text)) {}              // NOLINT(google-explicit-constructor)
  /// Nothing if the text is not allowed.
  static std::optional<Given> read(std::string text) {
    if (is_word(text) || is_path(text)) return Given(std::move(text), nullptr);
    auto value = kept(parse(text));
    if (!value) return {};
    return Given(std::move(text), std::move(value));
  }
  /// Takes the value that `read` finds in the file that the text names, unless it is there already.
  template <class Read>
  void load(Read&& read) {
    if (is_file()) value_ = std::make_shared<const Value>(read(text_));
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  explicit operator bool() const { return value_ != nullptr || !is_word(text_); }
  /// The text names a file that is not loaded.
  [[nodiscard]] bool is_file() const { return value_ == nullptr && is_path(text_); }
  const Value& operator*() const { return *value_; }
  const Value* operator->() const { return value_.get(); }
  /// Null: there is none.
  [[nodiscard]] const Value* get() const { return value_.get(); }

 private:
  Given(std::string text, std::shared_ptr<const Value> value)
      : text_(std::move(text)), value_(std::move(value)) {}

  static bool is_word(std::string_view text) {
    if constexpr (kIsText<word>) return text == word;
    return false;
  }
  static bool is_path(std::string_view text) {
    if constexpr (kIsText<ending>) {
      const std::string_view end = ending;
      return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
    }
    return false;
  }

  std::string text_;
  std::shared_ptr<const Value> value_;  // null: of the word, and of a file that is not loaded
};

inline constexpr char kWordAll[] = "all", kWordAuto[] = "auto", kWordNone[] = "none", kWordEmpty[] = "",
                      kWordEqual[] = "equal", kWordOneSwitch[] = "one-switch";
inline constexpr char kCsvFile[] = ".csv", kGoalFile[] = ".goal", kTextFile[] = ".txt", kTomlFile[] = ".toml";

}  // namespace xb
