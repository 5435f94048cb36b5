// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/base/ranges.h"
#include "testbenches/sources/port_words.h"

namespace xb {
namespace {

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

/// The words of a pattern without its numbers: of `EN_out_{i}_deq` en_out_deq.
std::string name_of(std::string pattern) {
  for (std::size_t at = 0; (at = pattern.find('{', at)) != std::string::npos;)
    pattern.replace(at, pattern.find('}', at) + 1 - at, "_");
  return fmt::format("{}", fmt::join(words_of(pattern), "_"));
}
/// Up to the last word: `out_`, of `out_deq`.
std::string prefix_of(const std::string& method) {
  const std::size_t last = method.rfind('_');
  return last == std::string::npos ? "" : method.substr(0, last + 1);
}

/// Methods of a module, by the names of its ports.
class Methods {
 public:
  explicit Methods(const std::vector<Signal>& signals) {
    for (const Signal& one : signals) {
      const std::string name = name_of(one.found.pattern);
      if (is_call_of_method(one.found.pattern))
        calls_.push_back(method_of(name));
      else if (!is_control_of_method(one.found.pattern))
        (one.output ? results_ : arguments_).push_back(name);
    }
  }
  /// The handshake that `EN_put`, or `RDY_put`, is of.
  void find(Signal& signal) const {
    const std::string method = method_of(name_of(signal.found.pattern));
    const bool called = std::count(calls_.begin(), calls_.end(), method) > 0;
    const bool returns = has_any(results_, method);
    const bool takes = has_any(arguments_, method);
    const bool value = !called && taken_away(method);
    signal.whole_word = called && (takes || returns || takes_away(method));
    signal.has_role = signal.whole_word || value;
    if (!signal.has_role) return;
    const bool enables = is_call_of_method(signal.found.pattern);
    signal.role = enables == takes ? StreamRole::Valid : StreamRole::Ready;
    signal.base = signal.rest.substr(std::min(signal.rest.find('_'), signal.rest.size() - 1) + 1);
    if (!takes && (value || !returns)) signal.base = prefix_of(signal.base);
    if (!signal.base.empty() && signal.base.back() == '_') signal.base.pop_back();
  }

 private:
  using Names = std::vector<std::string>;
  /// Without `en_`, or `rdy_`.
  static std::string method_of(const std::string& name) { return name.substr(name.find('_') + 1); }
  /// What is of a method: `put`, or `put_data`.
  static bool has_any(const Names& names, const std::string& method) {
    return any_of(names,
                  [&](const std::string& name) { return name == method || begins(name, method + "_"); });
  }
  /// A method without arguments and result that takes away what others of that prefix show.
  [[nodiscard]] bool takes_away(const std::string& method) const {
    const std::string prefix = prefix_of(method);
    return is_one_of(method.substr(prefix.size()),
                     {"deq", "dequeue", "pop", "ack", "take", "next", "consume", "advance", "accept"}) &&
           any_of(results_, [&](const std::string& name) { return begins(name, prefix); });
  }
  /// A method that shows what one of that prefix takes away.
  [[nodiscard]] bool taken_away(const std::string& method) const {
    return any_of(calls_, [&](const std::string& call) {
      return prefix_of(call) == prefix_of(method) && takes_away(call);
    });
  }

  Names calls_, arguments_, results_;
};

}  // namespace

void find_method_roles(std::vector<Signal>& signals) {
  constexpr unsigned kLeastData = 8;
  const Methods methods(signals);
  for (Signal& one : signals) {
    if (is_control_of_method(one.found.pattern))
      methods.find(one);
    else if (one.role == StreamRole::First && one.found.bits >= kLeastData * std::max(one.found.ports, 1U))
      one.role = StreamRole::Data;  // of `first`, which a FIFO returns
  }
}

bool is_call_of_method(const std::string& pattern) { return begins(pattern, "EN_"); }

bool is_control_of_method(const std::string& pattern) {
  return is_call_of_method(pattern) || begins(pattern, "RDY_");
}

bool has_methods(const std::vector<ModulePort>& ports) {
  return any_of(ports, [&](const ModulePort& enable) {
    return !enable.output && is_call_of_method(enable.name) && any_of(ports, [&](const ModulePort& one) {
      return one.output && one.name == "RDY_" + enable.name.substr(3);
    });
  });
}

}  // namespace xb
