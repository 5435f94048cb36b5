// SPDX-License-Identifier: Apache-2.0
#include "host/base/xml_text.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("texts are escaped for XML", "[host]") {
  CHECK(xml_text("") == "");
  CHECK(xml_text("4>1#17") == "4&gt;1#17");
  CHECK(xml_text("<a b=\"c\" d='e'>&amp;") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;");
  CHECK(xml_text("caf\xc3\xa9\n\ttab") == "caf\xc3\xa9\n\ttab");
  CHECK(xml_text(std::string("\0\x1b\r", 3)) == "   ");  // XML has no such characters
}

TEST_CASE("bytes that are not UTF-8 are question marks", "[host]") {
  for (const char* good : {"\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                           "\xef\xbf\xbd", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    CHECK(xml_text(good) == good);
  }
  CHECK(xml_text("a\xe9z") == "a?z");                         // Latin 1
  CHECK(xml_text("\xc3") == "?");                             // the text ends
  CHECK(xml_text("\xe2\x82<") == "??&lt;");                   // the character does
  CHECK(xml_text("\xc1\xbf \xe0\x9f\xbf") == "?? ???");       // too long
  CHECK(xml_text("\xed\xa0\x80 \xef\xbf\xbf") == "??? ???");  // a surrogate, no character
  CHECK(xml_text("\xf4\x90\x80\x80 \xff\x80") == "???? ??");
}
