// SPDX-License-Identifier: Apache-2.0
// A section of report.md is found as Markdown has it, and has so many words.
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/labs/small_unit.h"

using namespace xb;

namespace {

std::string verdict_of(const std::string& report, const std::string& section = "Why") {
  return SmallUnit("kind = \"report\"\nsection = \"" + section + "\"\nwords = 3\n")
      .with("report.md", report)
      .verdict();
}

}  // namespace

TEST_CASE("lab: a section of the report is found by its heading", "[testbenches]") {
  for (const char* heading : {"# Why", "## Why", "## Why ##", "## Why\r", "##  Why  ", "   ## Why"}) {
    CAPTURE(heading);
    CHECK(verdict_of(std::string(heading) + "\none two three\n") == "yes: 3 words");
  }
  CHECK(verdict_of("# Why C#\none two three\n", "Why C#") == "yes: 3 words");
  CHECK(mentions(verdict_of("# Whys\none two three\n"), {"no: report.md has no section \"Why\""}));
  CHECK(mentions(verdict_of("# Why\none two\n# Not\nthree\n"), {"no: ", "has 2 words of yours"}));
}

TEST_CASE("lab: what is below headings of its own is of a section of the report", "[testbenches]") {
  CHECK(verdict_of("## Why\n### First\none two\n### Then\nthree\n## Not\nfour\n") == "yes: 3 words");
  CHECK(mentions(verdict_of("## Why\none two\n# Not\n### Part\nthree\n"), {"has 2 words of yours"}));
  CHECK(verdict_of("## Why\n#1 waits\n#hol: blocked\n") == "yes: 4 words");
}

TEST_CASE("lab: what is in a block of code is no heading", "[testbenches]") {
  for (const std::string signs : {"```", "~~~", "````", "  ```"}) {
    CAPTURE(signs);
    CHECK(verdict_of("## Why\n" + signs + "text\n# line trace\n```a\n" + signs +
                     " \nthree\n## Not\nfour\n") == "yes: 5 words");
  }
  // One that has no end is none.
  CHECK(mentions(verdict_of("## Why\n```\none two\n## Not\nthree\n"), {"has 2 words of yours"}));
  CHECK(verdict_of("```\n## Why\n```\n## Why\none two three\n") == "yes: 3 words");
}

TEST_CASE("lab: lines of a report end as those of any system", "[testbenches]") {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    CHECK(verdict_of("# Why" + end + "> asked" + end + "one two three" + end + "# Not" + end + "four" +
                     end) == "yes: 3 words");
  }
}

TEST_CASE("lab: a report in another encoding is said to be in one", "[testbenches]") {
  CHECK(mentions(verdict_of(std::string("\xFF\xFE#\0 \0W\0", 8)), {"no: report.md: not UTF-8, but UTF-16"}));
  CHECK(mentions(verdict_of("# Why\ngr\xFC\xDF"), {"no: report.md: not UTF-8 (byte 8)"}));
}
