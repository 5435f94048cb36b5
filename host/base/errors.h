// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace xb {

/// The user's input is wrong (exit status 2). The message is one line that names the place, the value and
/// what is allowed.
class InputError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A run found something wrong or could not be finished (exit status 1): a violated check, no progress, a
/// lock-step difference, a full disk. The first line says what; further lines show it.
class RunError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace xb
