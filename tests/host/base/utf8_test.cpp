// SPDX-License-Identifier: Apache-2.0
#include "host/base/utf8.h"

#include "host/base/errors.h"
#include "host/base/table_reader.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

TEST_CASE("UTF-8 is known from other bytes, at both ends of each length", "[base]") {
  for (const char* text : {"", "a", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xef\xbf\xbd",
                           "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    CHECK(first_not_utf8(text) == std::string::npos);
    CHECK(as_utf8(text) == text);
  }
  // A byte alone, too long, of UTF-16's halves, beyond the last, cut off.
  for (const char* text :
       {"\x80", "\xff", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
    const std::string bad = std::string("ab") + text;
    CHECK(first_not_utf8(bad) == 2);
    CHECK(first_not_utf8(as_utf8(bad)) == std::string::npos);
  }
  CHECK(as_utf8("a\xff"
                "b\xc2") == "a?b?");
}

TEST_CASE("a file of TOML in another encoding is said in one line that can be shown anywhere", "[base]") {
  const auto refused = [](const std::string& text) {
    return message_of<InputError>([&] { TableReader reader("my.toml", text); });
  };
  CHECK(mentions(refused("a = \"\xe4\"\n"), {"my.toml: not UTF-8 (byte 5); allowed: a text in UTF-8"}));
  CHECK(mentions(refused(std::string("\xff\xfe"
                                     "a\0 \0=\0",
                                     8)),
                 {"my.toml: not UTF-8, but UTF-16"}));
  CHECK(first_not_utf8(refused("\xfe\xff")) == std::string::npos);
}
