// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/simultaneities.h"

#include <algorithm>
#include <set>

#include "host/liquid/certificate_check.h"
#include "tests/catch.h"
#include "tests/host/liquid/example_traffics.h"

using namespace xb;
using Verdict = LiquidVerdict;

namespace {

using Sets = std::set<std::vector<unsigned>>;

std::vector<unsigned> numbers(const BitRows::Word* row, unsigned words) {
  std::vector<unsigned> list;
  all_bits(row, words, [&](unsigned t) {
    list.push_back(t);
    return true;
  });
  return list;
}

constexpr SimultaneityKind kKinds[] = {{false, false}, {true, false}, {false, true}, {true, true}};

std::vector<FissionRules> all_rules() {
  std::vector<FissionRules> rules;
  for (unsigned n = 0; n < 16; ++n) rules.push_back({(n & 1) != 0, (n & 2) != 0, (n & 4) != 0, (n & 8) != 0});
  return rules;
}

/// All of a traffic, some of the transfers, by trying each subset.
Sets by_trying(const TransferSet& set, std::uint32_t traffic, SimultaneityKind kind) {
  const auto uses = [&](std::uint32_t some, unsigned link) {
    unsigned count = 0;
    for (unsigned t = 0; t < set.size(); ++t) {
      if ((some >> t & 1U) == 0) continue;
      for (const unsigned other : set.path(t)) count += other == link;
    }
    return count;
  };
  const auto simultaneous = [&](std::uint32_t some) {
    for (unsigned link = 0; link < set.links(); ++link) {
      if (uses(some, link) > 1) return false;
    }
    return true;
  };
  unsigned duration = 0;
  for (unsigned link = 0; link < set.links(); ++link) duration = std::max(duration, uses(traffic, link));
  Sets found;
  for (std::uint32_t some = traffic; some != 0; some = (some - 1) & traffic) {
    if (!simultaneous(some)) continue;
    bool wanted = true;
    for (unsigned t = 0; kind.full && t < set.size(); ++t) {
      const std::uint32_t one = 1U << t;
      wanted &= (traffic & one) == 0 || (some & one) != 0 || !simultaneous(some | one);
    }
    for (unsigned link = 0; kind.team && link < set.links(); ++link) {
      wanted &= uses(traffic, link) < duration || uses(some, link) == 1;
    }
    if (!wanted) continue;
    std::vector<unsigned> list;
    for (unsigned t = 0; t < set.size(); ++t) {
      if ((some >> t & 1U) != 0) list.push_back(t);
    }
    found.insert(list);
  }
  return found;
}

/// Those that a walk finds, each once.
Sets walked(SimultaneityWalk& walk, unsigned words) {
  Sets found;
  while (walk.next() == SimultaneityWalk::Step::Found) {
    REQUIRE(found.insert(numbers(walk.found(), words)).second);
  }
  CHECK(walk.next() == SimultaneityWalk::Step::End);
  return found;
}

/// The fission of sections 2 and 3 as the paper defines it, with all of a definition checked each time; the
/// transfer by which a category is split is the first one.
class FissionByDefinition {
 public:
  FissionByDefinition(const TransferSet& set, SimultaneityKind kind, FissionRules rules)
      : set_(set), kind_(kind), rules_(rules) {
    const std::uint32_t all = (1U << set.size()) - 1;
    std::uint32_t skeleton = 0;
    for (const unsigned link : set.bottlenecks()) skeleton |= users(link);
    const bool skeleton_first = kind.team && rules.skeleton;
    split(0, skeleton_first ? skeleton : all, 0, skeleton_first);
  }
  FissionCounts counts;

 private:
  [[nodiscard]] std::uint32_t users(unsigned link) const {
    std::uint32_t some = 0;
    for (unsigned t = 0; t < set_.size(); ++t) {
      for (const unsigned other : set_.path(t)) some |= other == link ? 1U << t : 0;
    }
    return some;
  }
  [[nodiscard]] std::uint32_t congesting(unsigned transfer) const {
    std::uint32_t some = 0;
    for (const unsigned link : set_.path(transfer)) some |= users(link);
    return some & ~(1U << transfer);
  }
  [[nodiscard]] bool uses_all_bottlenecks(std::uint32_t some) const {
    for (const unsigned link : set_.bottlenecks()) {
      if ((users(link) & some) == 0) return false;
    }
    return true;
  }
  [[nodiscard]] bool blank(std::uint32_t excluder, std::uint32_t depot) const {
    for (unsigned t = 0; t < set_.size(); ++t) {
      if ((excluder >> t & 1U) != 0 && (congesting(t) & depot) == 0) return true;
    }
    return false;
  }

  void split(std::uint32_t excluder, std::uint32_t depot, std::uint32_t includer, bool of_skeleton) {
    ++counts.categories;
    const bool extends = rules_.skeleton && !of_skeleton;
    if (kind_.team && rules_.idle && !extends && !uses_all_bottlenecks(includer | depot)) {
      ++counts.idle;
    } else if (kind_.full && rules_.blank && blank(excluder, depot)) {
      ++counts.blank;
    } else if (depot != 0) {
      unsigned t = 0;
      while ((depot >> t & 1U) == 0) ++t;
      const std::uint32_t one = 1U << t;
      split(excluder & ~congesting(t), depot & ~congesting(t) & ~one, includer | one, of_skeleton);
      split(excluder | one, depot & ~one, includer, of_skeleton);
    } else if (kind_.team && !uses_all_bottlenecks(includer)) {
    } else if (of_skeleton) {
      std::uint32_t rest = (1U << set_.size()) - 1;
      for (unsigned t = 0; t < set_.size(); ++t) {
        if ((includer >> t & 1U) != 0) rest &= ~(congesting(t) | 1U << t);
      }
      split(0, rest, includer, false);
    } else if (kind_.full ? excluder == 0 : includer != 0) {
      ++counts.found;
    }
  }

  const TransferSet& set_;
  SimultaneityKind kind_;
  FissionRules rules_;
};

std::uint64_t count_of(const TransferSet& set, SimultaneityKind kind, FissionRules rules) {
  const CongestionGraph graph(set);
  SimultaneityWalk walk(set, graph, kind, rules);
  walk.begin();
  while (walk.next() == SimultaneityWalk::Step::Found) {
  }
  return walk.counts().found;
}

/// Three transfers, each over two of three links: any two congest, and each link has two.
TransferSet figure_5() {
  TransferSet set;
  for (const char* name : {"a", "b", "c"}) set.add_link(name);
  set.add({0, 0}, {0, 1});
  set.add({1, 1}, {1, 2});
  set.add({2, 2}, {2, 0});
  return set;
}

void check_liquid(const TransferSet& set, const PaperSearchResult& result) {
  REQUIRE(result.verdict == Verdict::Liquid);
  CHECK(result.schedule.steps == set.duration());
  CHECK(step_fault(set, result.schedule).empty());
}

}  // namespace

TEST_CASE("figure 1 has 1209 simultaneities, 84 full ones, 504 teams and 72 full teams", "[liquid]") {
  const TransferSet set = exchange_of_all("two-switches(3,2)");
  for (const FissionRules rules : all_rules()) {
    CHECK(count_of(set, {false, false}, rules) == 1209);
    CHECK(count_of(set, {true, false}, rules) == 84);
    CHECK(count_of(set, {false, true}, rules) == 504);
    CHECK(count_of(set, {true, true}, rules) == 72);
  }
}

TEST_CASE("simultaneities and teams are those found by trying all subsets, whatever is left out",
          "[liquid]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    RandomStream random(seed, StreamPurpose::Test, 1);
    const TransferSet set = random_traffic(1 + random.below(11), 3 + random.below(6), seed);
    const CongestionGraph graph(set);
    const std::uint32_t all = (1U << set.size()) - 1;
    const std::uint32_t some = random.below(all + 1);
    BitRows traffic(1, set.size());
    traffic[0][0] = some;
    for (const SimultaneityKind kind : kKinds) {
      const Sets of_all = by_trying(set, all, kind);
      const Sets of_some = by_trying(set, some, kind);
      for (const FissionRules rules : all_rules()) {
        SimultaneityWalk walk(set, graph, kind, rules);
        walk.begin();
        CHECK(walked(walk, graph.words()) == of_all);
        walk.begin(traffic[0]);
        CHECK(walked(walk, graph.words()) == of_some);
      }
    }
  }
}

TEST_CASE("as many categories are made and dropped as the paper's definitions say", "[liquid]") {
  std::vector<TransferSet> traffics{exchange_of_all("two-switches(3,2)")};
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RandomStream random(seed, StreamPurpose::Test, 1);
    traffics.push_back(random_traffic(1 + random.below(14), 3 + random.below(6), seed));
  }
  for (const TransferSet& set : traffics) {
    const CongestionGraph graph(set);
    for (const SimultaneityKind kind : kKinds) {
      for (FissionRules rules : all_rules()) {
        if (rules.scarcest) continue;
        SimultaneityWalk walk(set, graph, kind, rules);
        walk.begin();
        walked(walk, graph.words());
        const FissionCounts expected = FissionByDefinition(set, kind, rules).counts;
        CHECK(walk.counts().categories == expected.categories);
        CHECK(walk.counts().blank == expected.blank);
        CHECK(walk.counts().idle == expected.idle);
        CHECK(walk.counts().found == expected.found);
      }
    }
  }
}

TEST_CASE("each rule leaves categories out", "[liquid]") {
  const TransferSet set = exchange_of_all("two-switches(3,2)");
  const CongestionGraph graph(set);
  const auto categories = [&](FissionRules rules) {
    SimultaneityWalk walk(set, graph, {true, true}, rules);
    walk.begin();
    walked(walk, graph.words());
    CHECK((walk.counts().blank != 0) == rules.blank);
    CHECK((walk.counts().idle != 0) == rules.idle);
    return walk.counts().categories;
  };
  // All simultaneities and the empty one are the leaves of a binary tree.
  CHECK(categories({false, false, false, false}) == 2 * 1210 - 1);
  CHECK(categories({true, false, false, false}) < 2419);
  CHECK(categories({false, true, false, false}) < 2419);
  CHECK(categories({true, true, false, false}) < categories({true, false, false, false}));
  CHECK(categories({true, true, true, false}) < categories({true, true, false, false}));
}

TEST_CASE("a walk that pauses finds the same", "[liquid]") {
  const TransferSet set = exchange_of_all("two-switches(3,2)");
  const CongestionGraph graph(set);
  SimultaneityWalk whole(set, graph, {true, true});
  whole.begin();
  const Sets all = walked(whole, graph.words());
  SimultaneityWalk walk(set, graph, {true, true});
  walk.begin();
  Sets found;
  unsigned pauses = 0;
  for (auto step = walk.next(5); step != SimultaneityWalk::Step::End; step = walk.next(5)) {
    if (step == SimultaneityWalk::Step::Paused) {
      ++pauses;
    } else {
      found.insert(numbers(walk.found(), graph.words()));
    }
  }
  CHECK(found == all);
  CHECK(walk.counts().categories == whole.counts().categories);
  CHECK(pauses > 0);
  CHECK(pauses <= walk.counts().categories / 5);
}

TEST_CASE("nothing has no simultaneity", "[liquid]") {
  const TransferSet set = random_traffic(5, 4, 1);
  const CongestionGraph graph(set);
  const BitRows nothing(1, set.size());
  for (const SimultaneityKind kind : kKinds) {
    SimultaneityWalk walk(set, graph, kind);
    CHECK(walk.next() == SimultaneityWalk::Step::End);
    walk.begin(nothing[0]);
    CHECK(walk.next() == SimultaneityWalk::Step::End);
  }
  CHECK(count_of(TransferSet(), {true, false}, {}) == 0);
}

TEST_CASE("the paper's search finds a liquid schedule of figure 1 at once", "[liquid]") {
  const TransferSet set = exchange_of_all("two-switches(3,2)");
  const PaperSearchResult result = paper_search(set);
  check_liquid(set, result);
  CHECK(result.schedule.steps == 6);
  CHECK(result.fission.found == 6);
  CHECK(result.dead_ends == 0);
}

TEST_CASE("figure 5: without a team there is no liquid schedule", "[liquid]") {
  const TransferSet set = figure_5();
  REQUIRE(set.duration() == 2);
  const PaperSearchResult result = paper_search(set);
  CHECK(result.verdict == Verdict::None);
  CHECK(result.fission.found == 0);
  CHECK(result.dead_ends == 1);
}

TEST_CASE("figure 11: several transfers may take the same path, and virtual links change nothing",
          "[liquid]") {
  const Topology topology = make_topology("two-switches(3,2)");
  const Wiring wiring(topology);
  std::vector<SizedTransfer> sized = complete_exchange_of({0, 1, 2, 3, 4});
  sized[0].packets = 2;
  const TransferSet set = transfers_over(topology, wiring, routes_of(topology, wiring), sized);
  REQUIRE(set.size() == 26);
  REQUIRE(set.duration() == 6);
  REQUIRE(set.bottlenecks().size() == 4);
  const PaperSearchResult result = paper_search(set);
  check_liquid(set, result);

  TransferSet with_virtual;
  for (unsigned link = 0; link < set.links(); ++link) with_virtual.add_link(set.link_name(link));
  for (unsigned t = 0; t < set.size(); ++t) {
    std::vector<unsigned> path(set.path(t).begin(), set.path(t).end());
    if (t < 2) path.push_back(with_virtual.add_link("virtual"));
    with_virtual.add(set[t], path);
  }
  const PaperSearchResult same = paper_search(with_virtual);
  check_liquid(with_virtual, same);
  CHECK(same.schedule.step_of == result.schedule.step_of);
  CHECK(same.fission.categories == result.fission.categories);
}

TEST_CASE("the paper's search finds a liquid schedule where there is one, and none where there is none",
          "[liquid]") {
  unsigned none = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    RandomStream random(seed, StreamPurpose::Test, 1);
    const TransferSet set = random_traffic(3 + random.below(8), 3 + random.below(5), seed);
    const bool exists = fewest_steps(set) == set.duration();
    none += exists ? 0 : 1;
    for (unsigned n = 0; n < 16; ++n) {
      const PaperSearchResult result =
          paper_search(set, {}, {(n & 1) != 0, (n & 2) != 0, (n & 4) != 0, (n & 8) != 0});
      if (exists) {
        check_liquid(set, result);
      } else {
        CHECK(result.verdict == Verdict::None);
      }
    }
  }
  CHECK(none > 10);
}

TEST_CASE("the paper's search gives up at its limit, and goes as far each time", "[liquid]") {
  const TransferSet set = exchange_of_all("k-ring");
  const PaperSearchResult open = paper_search(set, {0, 500});
  CHECK(open.verdict == Verdict::Open);
  CHECK(open.schedule.steps == 0);
  CHECK(open.fission.categories >= 500);
  CHECK(open.fission.categories <= 502);
  const PaperSearchResult again = paper_search(set, {0, 500});
  CHECK(again.fission.categories == open.fission.categories);
  CHECK(again.fission.found == open.fission.found);
  CHECK(paper_search(set, {1e-9, 0}).verdict == Verdict::Open);
}

TEST_CASE("the paper's search schedules all of Swiss-T1", "[liquid]") {
  const TransferSet set = exchange_of_all("k-ring");
  check_liquid(set, paper_search(set, {0, 100000}));
}

TEST_CASE("without transfers the liquid schedule has no steps", "[liquid]") {
  CHECK(paper_search(TransferSet()).verdict == Verdict::Liquid);
}
