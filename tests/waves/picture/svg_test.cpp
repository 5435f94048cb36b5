// SPDX-License-Identifier: Apache-2.0
#include "waves/picture/svg.h"

#include "tests/catch.h"
#include "tests/waves/picture/xml_elements.h"

using namespace xb;

TEST_CASE("numbers of an SVG are short", "[waves]") {
  CHECK(Svg::number(12) == "12");
  CHECK(Svg::number(0.25) == "0.2");
  CHECK(Svg::number(-3.96) == "-4");
  CHECK(Svg::number(1e6) == "1000000");
}

TEST_CASE("texts are cut at blanks, or where there is none at the width", "[waves]") {
  using Lines = std::vector<std::string>;
  CHECK(wrapped("", 5) == Lines{});
  CHECK(wrapped("one", 5) == Lines{"one"});
  CHECK(wrapped("one two", 7) == Lines{"one two"});
  CHECK(wrapped("one two", 6) == Lines{"one", "two"});
  CHECK(wrapped("one two", 3) == Lines{"one", "two"});
  CHECK(wrapped("abcdefgh i", 3) == Lines{"abc", "def", "gh", "i"});
  CHECK(wrapped("a    b", 2) == Lines{"a", "b"});
  CHECK(wrapped("a ", 1) == Lines{"a"});
}

TEST_CASE("the reader that tests pictures finds what is not well-formed", "[waves]") {
  const std::string head = XmlReader::kHead;
  const auto good = XmlReader::elements(head + "<!-- c -->\n<a b=\"1&lt;\">x<c class=\"p q\"/>y &amp;</a>\n");
  REQUIRE(good.size() == 2);
  CHECK(good[0].get("b") == "1<");
  CHECK(good[0].text == "xy &");
  CHECK(good[1].has("q p"));
  CHECK_FALSE(good[1].has("p r"));
  for (const char* bad : {"", "<!-- ", "<a>", "<a></b>", "<a", "<a b></a>", "<a b=1></a>", "<a b=\"1></a>",
                          "<a>&</a>", "<a>&nbsp;</a>", "<a b=\"<\"/>", "<a b=\"1\" b=\"2\"/>", "<a/><b/>",
                          "<a>\x01</a>", "<a><b></a></b>"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(XmlReader::elements(head + bad), std::runtime_error);
  }
}
