// SPDX-License-Identifier: Apache-2.0
// xb_admission beside its rule, written out over the words that each queue holds.
#include <algorithm>
#include <array>

#include "tests/catch.h"
#include "tests/rtl/bench.h"

using namespace xb;

namespace {

struct Queues {
  std::array<unsigned, Bench::kPorts> words{};

  /// Words of the pool: a queue's first one is its own.
  [[nodiscard]] unsigned excess(unsigned queue) const { return words[queue] == 0 ? 0 : words[queue] - 1; }
  [[nodiscard]] unsigned pool() const {
    unsigned sum = 0;
    for (unsigned j = 0; j < Bench::kPorts; ++j) sum += excess(j);
    return sum;
  }
};

struct Rule {
  unsigned pool_limit, queue_limit;
  bool partition, dynamic;
  unsigned alpha;

  /// A queue may get `added` words of the pool, of which it has `excess`, and all queues together `pool`.
  [[nodiscard]] bool admits(unsigned added, unsigned excess, unsigned pool) const {
    if (added == 0) return true;
    if (partition) return excess + added <= queue_limit;
    if (pool + added > pool_limit) return false;
    return !dynamic || 8 * excess < (pool_limit - pool) << alpha;
  }
};

}  // namespace

TEST_CASE("xb_admission admits by its rule, and knows how much each queue holds", "[rtl]") {
  const int sharing = GENERATE(0, 1, 2);
  const unsigned alpha = GENERATE(0U, 3U, 6U);
  const Rule rule{14, 3, sharing == 1, sharing == 2, alpha};
  constexpr unsigned kPacketWords = 3;
  Bench bench;
  auto& top = bench.top();
  Queues queues;
  top.admission_pool_limit_i = rule.pool_limit;
  top.admission_queue_limit_i = rule.queue_limit;
  top.admission_packet_words_i = kPacketWords;
  top.admission_partition_i = rule.partition;
  top.admission_dynamic_i = rule.dynamic;
  top.admission_alpha_i = alpha;
  unsigned refused = 0;
  unsigned admitted = 0;
  for (unsigned n = 0; n < 10000; ++n) {
    const unsigned dest = bench.below(Bench::kPorts);
    const bool first = bench.percent(50);
    top.admission_dest_i = dest;
    top.admission_first_i = first;
    top.admission_ask_i = top.admission_blame_i = 0;
    bench.look();
    REQUIRE(top.admission_none_o + top.admission_alone_o + top.admission_most_o == 0);  // nobody asked
    top.admission_ask_i = top.admission_blame_i = 1;
    bench.look();
    const unsigned need = first ? kPacketWords : 1;
    const unsigned added = need - (queues.words[dest] == 0 ? 1 : 0);
    const bool ok = rule.admits(added, queues.excess(dest), queues.pool());
    CAPTURE(n, dest, first, queues.words);
    REQUIRE(top.admission_ok_o == ok);
    REQUIRE(top.admission_none_o == (queues.words[dest] == 0));
    const bool taken = !rule.partition && queues.pool() != queues.excess(dest);  // by other queues
    const bool alone = rule.admits(added, queues.excess(dest), queues.excess(dest));
    REQUIRE(top.admission_alone_o == (taken && alone));
    if (!ok && !rule.partition && alone) REQUIRE(taken);  // what it is without Late
    auto others = queues.words;
    others[dest] = 0;
    const auto most = std::max_element(others.begin(), others.end());  // of equals the lowest
    for (unsigned j = 0; j < Bench::kPorts; ++j)
      REQUIRE((top.admission_count_o >> 6 * j & 0x3f) == queues.words[j]);
    REQUIRE(top.admission_pool_o == queues.pool());
    REQUIRE(top.admission_most_o == (*most == 0 ? 0 : most - others.begin()));
    (ok ? admitted : refused) += 1;

    const unsigned busy = n / 50 % 2 == 0 ? 80 : 30;
    const bool commit = ok && bench.percent(busy);
    const unsigned from = bench.percent(30) ? dest : bench.below(Bench::kPorts);
    const bool release = queues.words[from] > 0 && bench.percent(110 - busy);
    top.admission_commit_i = commit;
    top.admission_words_i = need;
    top.admission_release_i = release;
    top.admission_release_queue_i = from;
    if (commit) queues.words[dest] += need;
    if (release) --queues.words[from];
    bench.clock();
    top.admission_commit_i = top.admission_release_i = 0;
  }
  CHECK(admitted > 1000);
  CHECK(refused > 1000);
}
