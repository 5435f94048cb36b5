// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace xb {

/// There is a word. (`word != nullptr` is no constant to g++ 12 with -fsanitize=undefined.)
template <const char* word>
inline constexpr bool kIsWord =
    !std::is_same_v<std::integral_constant<const char*, word>, std::integral_constant<const char*, nullptr>>;

/// A value as its user gave it: its text, which records and messages have, and what `parse` read from that,
/// once. `word`: a text without a value; null: each has one.
template <auto parse, const char* word = nullptr>
class Given {
 public:
  using Value = typename decltype(parse(std::string_view()))::value_type;

  /// Of a text that is allowed.
  Given(std::string text) : Given(read(std::move(text)).value()) {}  // NOLINT(google-explicit-constructor)
  Given(const char* text) : Given(std::string(text)) {}              // NOLINT(google-explicit-constructor)
  /// Nothing if the text is not allowed.
  static std::optional<Given> read(std::string text) {
    if constexpr (kIsWord<word>) {
      if (text == word) return Given(std::move(text), nullptr);
    }
    auto value = parse(text);
    if (!value) return {};
    return Given(std::move(text), std::make_shared<const Value>(std::move(*value)));
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  explicit operator bool() const { return value_ != nullptr; }
  const Value& operator*() const { return *value_; }
  const Value* operator->() const { return value_.get(); }

 private:
  Given(std::string text, std::shared_ptr<const Value> value)
      : text_(std::move(text)), value_(std::move(value)) {}

  std::string text_;
  std::shared_ptr<const Value> value_;  // null: of the word
};

inline constexpr char kWordAll[] = "all", kWordAuto[] = "auto", kWordNone[] = "none";

}  // namespace xb
