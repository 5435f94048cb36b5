// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "testbenches/sources/port_words.h"

namespace xb {
namespace {

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

/// Methods of a module, by the patterns of its ports.
class Methods {
 public:
  explicit Methods(const std::vector<Signal>& signals) {
    for (const Signal& one : signals) (one.output ? outputs_ : inputs_).push_back(one.found.pattern);
  }
  /// The handshake that `EN_put`, or `RDY_put`, is of.
  void find(Signal& signal) const {
    const std::string& pattern = signal.found.pattern;
    const bool enables = is_call_of_method(pattern);
    const std::string method = pattern.substr(enables ? 3 : 4);
    const bool called = enables || has(inputs_, "EN_" + method);
    const bool returns = has(outputs_, method);
    const bool takes = has(inputs_, method) || any(inputs_, method + "_");
    signal.has_role = signal.whole_word = called && (takes || returns || takes_away(method));
    const bool value = !called && returns && taken_away(method);
    if (!signal.has_role && !value) return;
    signal.has_role = true;
    signal.role = enables == (takes && !returns) ? StreamRole::Valid : StreamRole::Ready;
    signal.base = signal.rest.substr(std::min(signal.rest.find('_'), signal.rest.size() - 1) + 1);
    if (!takes && (value || !returns)) {
      const std::size_t last = signal.base.rfind('_');
      signal.base.erase(last == std::string::npos ? 0 : last);
    }
  }

 private:
  using Names = std::vector<std::string>;
  static bool has(const Names& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  static bool any(const Names& names, const std::string& beginning) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return !is_control_of_method(name) && begins(name, beginning);
    });
  }
  /// `out_`, of `out_deq`.
  static std::string prefix_of(const std::string& method) {
    const std::size_t last = method.rfind('_');
    return last == std::string::npos ? "" : method.substr(0, last + 1);
  }
  /// A method without arguments and result that takes away what others of that prefix show.
  [[nodiscard]] bool takes_away(const std::string& method) const {
    const std::vector<std::string> words = words_of(method);
    return !words.empty() &&
           is_one_of(words.back(),
                     {"deq", "dequeue", "pop", "ack", "take", "next", "consume", "advance", "accept"}) &&
           any(outputs_, prefix_of(method));
  }
  /// A method that shows what one of that prefix takes away.
  [[nodiscard]] bool taken_away(const std::string& method) const {
    const std::string prefix = "EN_" + prefix_of(method);
    return std::any_of(inputs_.begin(), inputs_.end(), [&](const std::string& name) {
      return begins(name, prefix) && prefix_of(name) == prefix && takes_away(name.substr(3));
    });
  }

  Names inputs_, outputs_;
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
  return std::any_of(ports.begin(), ports.end(), [&](const ModulePort& enable) {
    return !enable.output && is_call_of_method(enable.name) &&
           std::any_of(ports.begin(), ports.end(), [&](const ModulePort& one) {
             return one.output && one.name == "RDY_" + enable.name.substr(3);
           });
  });
}

}  // namespace xb
