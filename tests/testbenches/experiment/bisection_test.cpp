// SPDX-License-Identifier: Apache-2.0
#include "testbenches/experiment/bisection.h"

#include <map>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// Answers what it is asked, one value after the other, as a study's rounds do.
struct Asked {
  Bracket bracket;
  std::map<std::size_t, Answer> answers;
  std::size_t rounds = 0;
};

template <class Truth>
Asked bisect_all(std::size_t count, Truth&& truth) {
  Asked asked;
  const Ask ask = [&](std::size_t value) -> std::optional<Answer> {
    const auto known = asked.answers.find(value);
    if (known == asked.answers.end()) return {};
    return known->second;
  };
  for (;;) {
    asked.bracket = bisect(count, ask);
    if (asked.bracket.wanted.empty()) return asked;
    ++asked.rounds;
    for (const std::size_t value : asked.bracket.wanted) {
      REQUIRE(value < count);
      REQUIRE(asked.answers.emplace(value, truth(value)).second);  // nothing is asked twice
    }
  }
}

}  // namespace

TEST_CASE("a bisection finds the change of every list", "[testbenches]") {
  for (std::size_t count = 2; count <= 70; ++count) {
    for (std::size_t yes = 1; yes < count; ++yes) {  // so many values are a yes
      const Asked asked =
          bisect_all(count, [&](std::size_t v) { return v < yes ? Answer::Yes : Answer::No; });
      CAPTURE(count, yes);
      CHECK(asked.bracket.last_yes == yes - 1);
      CHECK(asked.bracket.first_no == yes);
      CHECK_FALSE(asked.bracket.uneven);
      CHECK(asked.answers.size() <= usual_asked(count));
    }
  }
}

TEST_CASE("a bisection whose ends are alike has no bracket", "[testbenches]") {
  const Asked all = bisect_all(50, [](std::size_t) { return Answer::Yes; });
  CHECK(all.bracket.last_yes == 49U);
  CHECK_FALSE(all.bracket.first_no);
  CHECK(all.answers.size() == 2);
  for (const Answer answer : {Answer::No, Answer::Undecided}) {
    const Asked none = bisect_all(50, [&](std::size_t) { return answer; });
    CHECK_FALSE(none.bracket.last_yes);
    CHECK_FALSE(none.bracket.first_no);
  }
}

TEST_CASE("undecided values stay inside the bracket", "[testbenches]") {
  for (std::size_t count = 3; count <= 40; ++count) {
    for (std::size_t yes = 1; yes < count; ++yes) {
      for (std::size_t no = yes + 1; no <= count; ++no) {
        const Asked asked = bisect_all(count, [&](std::size_t v) {
          return v < yes ? Answer::Yes : v < no ? Answer::Undecided : Answer::No;
        });
        CAPTURE(count, yes, no);
        CHECK(asked.bracket.last_yes == yes - 1);
        if (no < count)
          CHECK(asked.bracket.first_no == no);
        else
          CHECK_FALSE(asked.bracket.first_no);
        CHECK_FALSE(asked.bracket.uneven);
        CHECK(asked.answers.size() <= most_asked(count));
      }
    }
  }
}

TEST_CASE("one wrong answer on the way does not pass unseen", "[testbenches]") {
  constexpr std::size_t kCount = 100, kYes = 60;
  for (std::size_t wrong = 1; wrong + 1 < kCount; ++wrong) {
    const auto truth = [&](std::size_t v) { return (v < kYes) == (v != wrong) ? Answer::Yes : Answer::No; };
    const Asked asked = bisect_all(kCount, truth);
    CAPTURE(wrong);
    REQUIRE(asked.bracket.last_yes);
    REQUIRE(asked.bracket.first_no);
    // Either it is found out, or what was found is within a step of the truth.
    CHECK((asked.bracket.uneven || (*asked.bracket.last_yes + 2 >= kYes && *asked.bracket.last_yes <= kYes)));
    CHECK(*asked.bracket.last_yes <= kYes);
    CHECK(*asked.bracket.first_no >= kYes - 1);
  }
}

TEST_CASE("whatever the answers, all asked outside the bracket agree with it", "[testbenches]") {
  RandomStream random(1, StreamPurpose::Test, 0);
  for (unsigned trial = 0; trial < 20000; ++trial) {
    const std::size_t count = 2 + random.below(60);
    const std::uint32_t noise = 1 + random.below(20),
                        change = random.below(static_cast<std::uint32_t>(count + 1));
    const Asked asked = bisect_all(count, [&](std::size_t v) {
      if (random.below(noise) == 0) return static_cast<Answer>(random.below(3));
      return v < change ? Answer::Yes : Answer::No;
    });
    const Bracket& bracket = asked.bracket;
    REQUIRE(asked.answers.size() <= most_asked(count));
    if (!bracket.last_yes) {
      CHECK(asked.answers.at(0) != Answer::Yes);
      continue;
    }
    CHECK(asked.answers.at(*bracket.last_yes) == Answer::Yes);
    bool contradicts = false, no_seen = false;
    for (const auto& [value, answer] : asked.answers) {
      if (value <= *bracket.last_yes) CHECK(answer != Answer::No);
      if (bracket.first_no && value >= *bracket.first_no) CHECK(answer != Answer::Yes);
      contradicts |= no_seen && answer == Answer::Yes;
      no_seen |= answer == Answer::No;
    }
    if (*bracket.last_yes + 1 < count) CHECK(bracket.uneven == contradicts);
    if (bracket.first_no) CHECK(asked.answers.at(*bracket.first_no) == Answer::No);
  }
}
