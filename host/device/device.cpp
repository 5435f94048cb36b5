// SPDX-License-Identifier: Apache-2.0
#include "host/device/device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "host/base/errors.h"
#include "host/point/run_config.h"

namespace xb {
namespace {

using Value = std::int64_t;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

/// Reads one expression from the left to the right.
class Evaluation {
 public:
  Evaluation(const std::string& text, const ExpressionNames& names) : text_(text), names_(names) {}

  Value whole() {
    const Value value = sum();
    skip_blanks();
    if (at_ < text_.size()) refuse(fmt::format("'{}' is not expected", text_.substr(at_)));
    return value;
  }
  [[nodiscard]] const std::set<std::string>& used() const { return used_; }

 private:
  static constexpr unsigned kMostParentheses = 100;

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(const std::string& word) {
    skip_blanks();
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  void need(const std::string& word) {
    if (take(word)) return;
    refuse(fmt::format("'{}' is missing before '{}'", word, text_.substr(at_)));
  }

  Value sum() {
    if (++depth_ > kMostParentheses) refuse("too many parentheses");
    Value value = product();
    for (;;) {
      Value result = 0;
      if (take("+"))
        checked(__builtin_add_overflow(value, product(), &result));
      else if (take("-"))
        checked(__builtin_sub_overflow(value, product(), &result));
      else
        break;
      value = result;
    }
    --depth_;
    return value;
  }
  static void checked(bool overflow) {
    if (overflow) refuse("the value is too large");
  }

  Value product() {
    Value value = factor();
    for (;;) {
      if (take("<<")) {
        value = shifted(value, factor());
      } else if (take(">>")) {
        value >>= places(factor());
      } else if (take("*")) {
        Value result = 0;
        checked(__builtin_mul_overflow(value, factor(), &result));
        value = result;
      } else if (take("/")) {
        value /= divisor(factor());
      } else if (take("%")) {
        value %= divisor(factor());
      } else {
        return value;
      }
    }
  }
  static Value divisor(Value value) {
    if (value <= 0) refuse("a division by less than 1");
    return value;
  }
  static Value places(Value value) {
    if (value < 0 || value > 62) refuse("a shift by more than 62 places, or fewer than 0");
    return value;
  }
  static Value shifted(Value value, Value by) {
    Value result = 0;
    checked(__builtin_mul_overflow(value, Value{1} << places(by), &result));
    return result;
  }

  Value factor() {
    if (take("(")) {
      const Value value = sum();
      need(")");
      return value;
    }
    skip_blanks();
    if (at_ == text_.size()) refuse("it ends where a value is expected");
    if (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return number();
    if (std::isalpha(static_cast<unsigned char>(text_[at_])) != 0) return named();
    refuse(fmt::format("'{}' is not expected", text_.substr(at_)));
  }

  /// The digit at hand; nothing if it is none of `base`.
  [[nodiscard]] std::optional<Value> digit(Value base) const {
    if (at_ == text_.size()) return {};
    const int c = std::tolower(static_cast<unsigned char>(text_[at_]));
    const Value value = std::isdigit(c) != 0 ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : base;
    return value < base ? std::optional<Value>(value) : std::nullopt;
  }
  Value number() {
    const Value base = text_.compare(at_, 2, "0x") == 0 ? 16 : 10;
    if (base == 16) at_ += 2;
    if (!digit(base)) refuse("'0x' without a digit");
    Value value = 0;
    for (; const auto next = digit(base); ++at_) {
      Value shifted = 0;
      checked(__builtin_mul_overflow(value, base, &shifted));
      checked(__builtin_add_overflow(shifted, *next, &value));
    }
    return value;
  }

  Value named() {
    std::string name;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      name += text_[at_++];
    if (name == "log2" || name == "min" || name == "max") return call(name);
    const auto known = names_.find(name);
    if (known != names_.end()) {
      used_.insert(name);
      return known->second;
    }
    std::vector<std::string> all{"log2()", "min()", "max()"};
    for (const auto& [one, value] : names_) all.push_back(one);
    refuse(fmt::format("'{}' is not known; allowed: {}", name, fmt::join(all, " ")));
  }

  Value call(const std::string& name) {
    need("(");
    const Value first = sum();
    if (name == "log2") {
      need(")");
      if (first < 1) refuse("a logarithm of less than 1");
      Value bits = 0;
      while (bits < 62 && (Value{1} << bits) < first) ++bits;
      return bits;
    }
    need(",");
    const Value second = sum();
    need(")");
    return name == "min" ? std::min(first, second) : std::max(first, second);
  }

  const std::string& text_;
  const ExpressionNames& names_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  std::set<std::string> used_;
};

}  // namespace

std::int64_t evaluate(const std::string& expression, const ExpressionNames& names) {
  return Evaluation(expression, names).whole();
}

std::set<std::string> names_in(const std::string& expression, const ExpressionNames& names) {
  Evaluation evaluation(expression, names);
  evaluation.whole();
  return evaluation.used();
}

namespace {

bool is_text(const std::string& expression) {
  return expression.size() > 1 && expression.front() == '"' && expression.back() == '"';
}

}  // namespace

ExpressionNames expression_names(const RunConfig& config) {
  return {{"ports", config.ports},
          {"width", config.width},
          {"depth", config.depth},
          {"packet", config.longest_beats()},
          {"classes", config.classes},
          {"host_cable", config.host_cable},
          {"pause_response", config.pause_response}};
}

PortPairs DeviceClaims::pairs(unsigned ports) const {
  PortPairs pairs = connects.empty() ? PortPairs() : PortPairs::none();
  for (const auto& [inputs, outputs] : connects) pairs.connect(inputs, outputs);
  for (unsigned port = 0; port < ports && !hairpin; ++port) pairs.disconnect(port, port);
  return pairs;
}

std::vector<std::filesystem::path> Device::files() const {
  std::vector<std::filesystem::path> all{file};
  all.insert(all.end(), sources.lists.begin(), sources.lists.end());
  all.insert(all.end(), sources.files.begin(), sources.files.end());
  return all;
}

std::vector<std::pair<std::string, std::string>> Device::values_at(const RunConfig& config) const {
  std::vector<std::pair<std::string, std::string>> values;
  for (const DeviceParameter& p : parameters) {
    if (is_text(p.expression)) {
      values.emplace_back(p.name, p.expression);
      continue;
    }
    try {
      values.emplace_back(p.name, std::to_string(evaluate(p.expression, expression_names(config))));
    } catch (const std::invalid_argument& error) {
      throw InputError("{}: parameters.{}: '{}' is not allowed; {}", p.place, p.name, p.expression,
                       error.what());
    }
  }
  return values;
}

DevicePort DeviceAxi::signal(const DevicePort& side, const std::string& name) {
  DevicePort one = side;
  const std::size_t channel = one.name.find('*'), rest = one.name.rfind('*');
  const std::size_t letters = name[0] == 'a' || name[0] == 'A' ? 2 : 1;  // of aw, w, b, ar, r
  if (rest != channel) one.name.replace(rest, 1, name.substr(letters));
  one.name.replace(channel, 1, rest == channel ? name : name.substr(0, letters));
  return one;
}

std::string DeviceAxi::other_way(std::string name) {
  if (name.size() < 2 || name[name.size() - 2] != '_') return name;
  char& last = name.back();
  last = last == 'i' ? 'o' : last == 'o' ? 'i' : last;
  return name;
}

unsigned Device::most_beats(unsigned width) const {
  if (!axi.is_there()) return claims.most_beats();
  return std::min({claims.most_beats(), DeviceAxi::kMostBeats, DeviceAxi::kPageBytes * 8 / width});
}

bool Device::uses(const std::string& key) const {
  return std::any_of(parameters.begin(), parameters.end(), [&](const DeviceParameter& p) {
    return !is_text(p.expression) && names_in(p.expression, expression_names({})).count(key) == 1;
  });
}

}  // namespace xb
