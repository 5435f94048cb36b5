// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>

#include "tests/catch.h"

namespace xb {

/// Message of the Error that f() throws; fails the test if it throws none.
template <class Error, class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  FAIL_CHECK("nothing was thrown");
  return {};
}

/// `text` with its first `from` replaced, which it must have.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  INFO(from);
  REQUIRE(text.find(from) != std::string::npos);
  return text.replace(text.find(from), from.size(), to);
}

/// Whether `text` holds all of `parts`; Catch2 shows the text if it does not.
inline bool mentions(const std::string& text, std::initializer_list<std::string> parts) {
  for (const auto& part : parts) {
    if (text.find(part) != std::string::npos) continue;
    UNSCOPED_INFO("'" << part << "' is not in: " << text);
    return false;
  }
  return true;
}

}  // namespace xb
