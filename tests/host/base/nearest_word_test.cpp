// SPDX-License-Identifier: Apache-2.0
// A misspelt word finds the one that was meant, and another word none.
#include "host/base/nearest_word.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("the nearest word to a misspelt one", "[host]") {
  const std::vector<std::string> words{"switch", "ports", "depth", "packet", "load"};
  CHECK(nearest_word("swich", words) == "switch");   // a letter left out
  CHECK(nearest_word("portss", words) == "ports");   // one put in
  CHECK(nearest_word("dopth", words) == "depth");    // another
  CHECK(nearest_word("laod", words) == "load");      // neighbours swapped: one step, not two
  CHECK(nearest_word("packet", words) == "packet");  // none
  CHECK(nearest_word("PACKET", words) == "packet");  // capitals
  CHECK(nearest_word("cheese", words).empty());      // too far from all
  CHECK(nearest_word("", words).empty());
  CHECK(nearest_word("load", {}).empty());
}

TEST_CASE("of words at equal distance the first", "[host]") {
  CHECK(nearest_word("cat", {"bat", "hat"}) == "bat");
  CHECK(nearest_word("hat", {"bat", "hat"}) == "hat");
}
