// SPDX-License-Identifier: Apache-2.0
#include "host/base/shell_word.h"

#include <array>
#include <cstdio>

#include "tests/catch.h"

using namespace xb;

namespace {

/// What a shell makes of the word.
std::string through_shell(const std::string& word) {
  std::string out;
  std::FILE* const pipe = popen(("printf %s " + word).c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 256> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    out.append(part.data(), n);
  CHECK(pclose(pipe) == 0);
  return out;
}

}  // namespace

TEST_CASE("a shell reads a quoted word as it was", "[host][base]") {
  for (const std::string text : {"plain", "a b", "$HOME", "it's", "''", "", "a;b", "*", "~", "-x", "`id`",
                                 "a\\b", "line\nbreak", "\"quoted\"", "two-switches(16,16)", "\xc3\xa4"})
    CHECK(through_shell(shell_word(text)) == text);
}

TEST_CASE("words of a line come back as they were", "[host][base]") {
  const std::vector<std::string> words{"plain", "a  b", "", "it's", "''", "--x", "a\\b"};
  std::string line;
  for (const std::string& word : words) line += shell_word(word) + " ";
  CHECK(shell_words(line) == words);
  CHECK(shell_words("").empty());
}

TEST_CASE("a word without special characters stays as it is", "[host][base]") {
  CHECK(shell_word("experiments/hol.toml") == "experiments/hol.toml");
  CHECK(shell_word("a b") == "'a b'");
}
