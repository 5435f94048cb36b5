// SPDX-License-Identifier: Apache-2.0
#include "host/containers/fifo_lists.h"

#include <array>
#include <deque>
#include <set>

#include "host/base/random.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("lists in one memory are queues, each by itself", "[host]") {
  constexpr unsigned kLists = 5;
  RandomStream random(GENERATE(1U, 2U, 3U), StreamPurpose::Test, 0);
  FifoLists<int> memory;
  std::array<FifoLists<int>::List, kLists> lists;
  std::array<std::deque<int>, kLists> models;
  for (int n = 0; n < 20000; ++n) {
    const unsigned at = random.below(kLists);
    auto& list = lists[at];
    std::deque<int>& model = models[at];
    const unsigned percent_push = n / 500 % 2 == 0 ? 60 : 40;
    if (random.below(100) < percent_push) {
      memory.extend(list) = n;
      model.push_back(n);
    } else if (!model.empty()) {
      memory.pop(list);
      model.pop_front();
    }
    REQUIRE(list.size() == model.size());
    REQUIRE(list.empty() == model.empty());
    if (model.empty()) continue;
    const unsigned any = random.below(static_cast<unsigned>(model.size()));
    REQUIRE(memory.front(list) == model.front());
    REQUIRE(memory.back(list) == model.back());
    REQUIRE(memory.at(list, any) == model[any]);
    const int wanted = model[any];
    const auto is_wanted = [wanted](int value) { return value == wanted; };
    REQUIRE(memory.find(list, is_wanted) == &memory.at(list, any));
    REQUIRE(memory.find(list, [](int value) { return value < 0; }) == nullptr);
  }
}

TEST_CASE("lists that take turns share one slot", "[host]") {
  FifoLists<int> memory;
  std::array<FifoLists<int>::List, 8> lists;
  std::set<const int*> slots;
  for (unsigned n = 0; n < 64; ++n) {
    auto& list = lists[n % lists.size()];
    memory.extend(list) = static_cast<int>(n);
    slots.insert(&memory.front(list));
    memory.pop(list);
  }
  CHECK(slots.size() == 1);
}
