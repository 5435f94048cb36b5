// SPDX-License-Identifier: Apache-2.0
#include "host/base/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "host/base/errors.h"
#include "host/base/units.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

/// A key of each kind.
struct Everything {
  std::string text, word, scalar, place;
  std::vector<std::string> texts, words;
  bool truth = false;
  unsigned whole = 0, inner = 0;
  std::optional<double> number;
  Seconds time;
  std::vector<unsigned> rows;
  std::vector<std::string> others;

  void read(const std::string& lines) {
    TableReader reader("x.toml", lines);
    const auto row = [this](const TomlValue& value) {
      rows.emplace_back();
      value.read_table({{"n", whole_to(rows.back(), 1, 9), kNeeded}});
    };
    const auto other = [this](const TomlValue& value) { others.push_back(value.name + value.scalar()); };
    const auto take_texts = [this](const TomlValue& value) {
      texts.clear();
      value.each([this](const TomlValue& one) { texts.push_back(one.text()); });
    };
    reader.read({{"text", with_place(place, text_to(text))},
                 {"word", word_to(word, {"red", "green"})},
                 {"scalar", scalar_to(scalar)},
                 {"texts", {"a text, or a list of texts", take_texts}},
                 {"words", words_to(words, {"red", "green"})},
                 {"truth", truth_to(truth)},
                 {"whole", whole_to(whole, 2, 8)},
                 {"number", number_to(number, -0.5, 1e12)},
                 {"time", parsed_to(time, parse_time, kAllowedTime)},
                 {"row", tables_of(row)},
                 {"table", table_of({{"inner", whole_to(inner, 0, 3), kNeeded}}), kNeeded},
                 {"any", table_of(OtherKeys{{"a text or a number", other}})},
                 {"some", table_of(OtherKeys{{"", other}, {"load", "ports"}, "a key of a run", true})}});
    reader.throw_if_any();
  }
};

/// Of lines beside what is needed.
std::string refusal(const std::string& lines) {
  return message_of<InputErrors>([&] { Everything().read(lines + "\n[table]\ninner = 1\n"); });
}

}  // namespace

TEST_CASE("table reader: a text without its quotes is named, whatever it is", "[host]") {
  for (const char* bare : {"input", "64B", "90%", "64B..1518B", "mesh(4,4)", "100Gbps", "1K", "trueish"})
    CHECK(mentions(
        refusal(fmt::format("text = {}  # so", bare)),
        {"x.toml:1:", fmt::format("'{0}' is not allowed; allowed: texts in quotes, \"{0}\"", bare)}));
  CHECK(mentions(refusal("texts = [\"a\", voq]"), {"'voq' is not allowed; allowed: texts in quotes"}));
  CHECK(mentions(refusal("texts = [0.1, 90%]"), {"'90%' is not allowed; allowed: texts in quotes"}));
  CHECK(
      mentions(refusal("texts = [\n  \"a\",\n  90%,\n]"), {"x.toml:3:", "'90%' is not allowed", "\"90%\""}));
  CHECK(mentions(refusal("text = \"a"), {"'\"a' is not allowed; allowed: texts in quotes, \"a\""}));
  CHECK_FALSE(mentions(refusal("text: a"), {"quotes, "}));
  CHECK(mentions(refusal("number = 75%"), {"\"75%\", or plain numbers"}));
  CHECK(mentions(refusal("number = -0,75 # so"),
                 {"'-0,75' is not allowed; allowed: numbers with a point, -0.75"}));
  // What is there twice is no text without quotes.
  for (const char* twice : {"[table]\ninner = 2", "text = 'a'\ntext = 'a'", "whole = 1\n[whole]\na = 1"})
    CHECK_FALSE(mentions(refusal(twice), {"quotes"}));
  CHECK_FALSE(mentions(refusal("text = 1.2.3"), {"quotes, "}));
}

TEST_CASE("table reader: each kind of value goes where it should", "[host]") {
  Everything all;
  all.read(
      "text = 'a'\nword = 'green'\nscalar = 0.5\ntexts = ['b', 'c']\nwords = 'red'\ntruth = true\nwhole = 8\n"
      "number = -0.5\ntime = '5ns'\nrow = [{n = 1}, {n = 9}]\ntable = {inner = 3}\nany = {b = 1, a = 'x'}\n"
      "some = {ports = 2, load = 1}\n");
  CHECK(all.text + all.word + all.scalar + all.place == "agreen0.5x.toml:1:8");
  CHECK(all.texts == std::vector<std::string>{"b", "c"});
  CHECK(all.words == std::vector<std::string>{"red"});
  CHECK(all.truth);
  CHECK(all.whole == 8);
  CHECK(all.number == -0.5);
  CHECK(all.time.value == Approx(5e-9));
  CHECK(all.rows == std::vector<unsigned>{1, 9});
  CHECK(all.inner == 3);
  CHECK(all.others == std::vector<std::string>{"ax", "b1", "ports2", "load1"});
}

TEST_CASE("table reader: a value of another type, or out of range, is shown with what is allowed", "[host]") {
  for (const auto& [line, message] : std::vector<std::pair<std::string, std::string>>{
           {"text = 3", "text: '3' is not allowed; allowed: a text"},
           {"text = ''", "text: '' is not allowed; allowed: a text"},
           {"word = 'gren'", "word: 'gren' is not allowed; allowed: 'green', the nearest; of red green"},
           {"word = 7", "word: '7' is not allowed; allowed: red green"},
           {"scalar = true", "scalar: 'true' is not allowed; allowed: a text"},
           {"texts = ['a', {b = 1}]", "texts: '{...}' is not allowed; allowed: a text, or a list of texts"},
           {"words = ['red', 'reed']",
            "words: 'reed' is not allowed; allowed: 'red', the nearest; of red green"},
           {"truth = 1", "truth: '1' is not allowed; allowed: true false"},
           {"whole = 1", "whole: '1' is not allowed; allowed: 2..8"},
           {"whole = 9", "whole: '9' is not allowed; allowed: 2..8"},
           {"whole = 3.5", "whole: '3.5' is not allowed; allowed: 2..8"},
           {"number = nan", "number: 'nan' is not allowed; allowed: a number, -0.5..1e+12"},
           {"number = true", "number: 'true' is not allowed; allowed: a number"},
           {"time = 5", "time: '5' is not allowed; allowed: a time with its unit"},
           {"time = '5'", "time: '5' is not allowed; allowed: a time with its unit"},
           {"row = 3", "row: '3' is not allowed; allowed: [[row]], once or more"},
           {"row = [1, 2]", "row: '[ 1, 2 ]' is not allowed; allowed: [[row]]"},
           {"any = 3", "any: '3' is not allowed; allowed: a table [any]"},
           {"any = {b = true}", "any.b: 'true' is not allowed; allowed: a text or a number"}}) {
    const std::string what = refusal(line);
    CHECK(mentions(what, {"x.toml:1:", message, "  | " + line}));
    CHECK(std::count(what.begin(), what.end(), '\n') == 0);
  }
}

TEST_CASE("table reader: unknown keys have their nearest, and what is missing its table", "[host]") {
  CHECK(mentions(refusal("txt = 1"),
                 {"x.toml:1:1: unknown key 'txt'; allowed: 'text', the nearest; of text word"}));
  CHECK(mentions(refusal("row = [{m = 1}]"),
                 {"x.toml:1:9: unknown key 'row.m'; allowed: 'n', the nearest; of n",
                  "x.toml:1:8: row.n: missing; allowed: 1..9"}));
  CHECK(mentions(refusal("some = {lod = 1}"),
                 {"x.toml:1:9: unknown key 'some.lod'; allowed: 'load', the nearest; of a key of a run"}));
  CHECK(mentions(message_of<InputErrors>([] { Everything().read(""); }),
                 {"x.toml:1:1: table.inner: missing; allowed: 0..3"}));
}

TEST_CASE("table reader: all that is wrong is said at once, in the order of the lines", "[host]") {
  const std::string what = refusal("whole = 9\ntruth = 1\nspeling = 1\nwords = ['blue', 'red', 'pink']");
  CHECK(std::count(what.begin(), what.end(), '\n') == 4);
  const auto at = [&](const char* part) { return what.find(part); };
  CHECK(at("1:9: whole") < at("2:9: truth"));
  CHECK(at("2:9: truth") < at("3:1: unknown"));
  CHECK(at("3:1: unknown") < at("4:10: words: 'blue'"));
  CHECK(at("'blue'") < at("4:25: words: 'pink'"));
}

TEST_CASE("table reader: a key that is there twice is not TOML", "[host]") {
  CHECK(mentions(refusal("whole = 2\nwhole = 3"), {"x.toml:2:", "  | whole = 3"}));
}
