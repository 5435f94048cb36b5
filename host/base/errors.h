// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string_view>
#include <utility>

namespace xb {

/// The user's input is wrong (exit status 2). The message is one line that names the place, the value and
/// what is allowed.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  template <class Arg, class... Args>
  explicit InputError(fmt::format_string<Arg, Args...> message, Arg&& arg, Args&&... args)
      : std::runtime_error(fmt::format(message, std::forward<Arg>(arg), std::forward<Args>(args)...)) {}
};

/// That a key or a flag has not this value. `allowed` with its arguments: what it may have.
template <class Value, class... Args>
InputError not_allowed(std::string_view key, const Value& value, fmt::format_string<const Args&...> allowed,
                       const Args&... args) {
  return InputError("{}: '{}' is not allowed; allowed: {}", key, value, fmt::format(allowed, args...));
}

/// A run found something wrong or could not be finished (exit status 1): a violated check, no progress, a
/// lock-step difference, a full disk. The first line says what; further lines show it.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  template <class Arg, class... Args>
  explicit RunError(fmt::format_string<Arg, Args...> message, Arg&& arg, Args&&... args)
      : std::runtime_error(fmt::format(message, std::forward<Arg>(arg), std::forward<Args>(args)...)) {}
};

}  // namespace xb
