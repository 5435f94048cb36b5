// SPDX-License-Identifier: Apache-2.0
#include "host/base/input_errors.h"

#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

TEST_CASE("of very many errors the rest is counted, behind the file if there is one", "[host]") {
  ErrorList errors;
  for (int n = 0; n < 25; ++n) errors.add(std::to_string(n) + ": wrong");
  const auto last_line = [&](const SourceText& text) {
    const std::string message = message_of<InputErrors>([&] { errors.throw_if_any(text); });
    return message.substr(message.rfind('\n') + 1);
  };
  CHECK(last_line({}) == "and 5 more");
  CHECK(last_line({"a.toml", "ports = 1\n"}) == "a.toml: and 5 more");
}
