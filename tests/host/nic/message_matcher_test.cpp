// SPDX-License-Identifier: Apache-2.0
#include "host/nic/message_matcher.h"

#include <memory>

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

constexpr std::uint32_t kNone = MessageTable::kNone;

/// Rank 0 receives; the others' sends are the messages.
class Desk {
 public:
  explicit Desk(unsigned ranks) { schedule.ranks.resize(ranks); }

  OpId receive(unsigned from, std::uint32_t tag, std::uint64_t bytes = 1) {
    return schedule.ranks[0].receive(from, bytes, tag);
  }
  OpId send(unsigned from, std::uint32_t tag, std::uint64_t bytes = 1) {
    return schedule.ranks[from].send(0, bytes, tag);
  }
  void begin() {
    table = std::make_unique<MessageTable>(schedule, PacketSizes{});
    matcher = std::make_unique<MessageMatcher>(0, schedule, *table);
  }
  std::uint32_t post(OpId receive) { return matcher->post(receive); }
  OpId arrive(unsigned from, OpId send) { return matcher->arrive(table->id(from, send), from); }
  [[nodiscard]] std::uint32_t id(unsigned from, OpId send) const { return table->id(from, send); }

  Schedule schedule;
  std::unique_ptr<MessageTable> table;
  std::unique_ptr<MessageMatcher> matcher;
};

}  // namespace

TEST_CASE("messages and receives of one source and tag match in order", "[host]") {
  Desk desk(2);
  const OpId a = desk.send(1, 5), b = desk.send(1, 5), c = desk.send(1, 5);
  const OpId x = desk.receive(1, 5), y = desk.receive(1, 5), z = desk.receive(1, 5);
  desk.begin();
  CHECK(desk.post(x) == kNone);
  CHECK(desk.arrive(1, a) == x);
  CHECK(desk.arrive(1, b) == kNone);
  CHECK(desk.arrive(1, c) == kNone);
  CHECK(desk.post(y) == desk.id(1, b));
  CHECK(desk.post(z) == desk.id(1, c));
}

TEST_CASE("neither another tag nor another source matches", "[host]") {
  Desk desk(3);
  const OpId a = desk.send(1, 5), b = desk.send(1, 6), c = desk.send(2, 5);
  const OpId x = desk.receive(2, 5), y = desk.receive(1, 6);
  desk.begin();
  desk.post(x);
  desk.post(y);
  CHECK(desk.arrive(1, a) == kNone);
  CHECK(desk.arrive(1, b) == y);
  CHECK(desk.arrive(2, c) == x);
}

TEST_CASE("a message goes to the receive that was posted first, exact or not", "[host]") {
  Desk desk(3);
  const OpId a = desk.send(1, 5), b = desk.send(1, 5), c = desk.send(2, 5), d = desk.send(2, 7);
  const OpId any = desk.receive(kAnyRank, 5), exact = desk.receive(1, 5), tag = desk.receive(2, kAnyTag),
             all = desk.receive(kAnyRank, kAnyTag);
  desk.begin();
  SECTION("exact first") {
    desk.post(exact);
    desk.post(any);
    CHECK(desk.arrive(1, a) == exact);
    CHECK(desk.arrive(1, b) == any);
  }
  SECTION("wildcard first") {
    desk.post(any);
    desk.post(exact);
    CHECK(desk.arrive(1, a) == any);
    CHECK(desk.arrive(1, b) == exact);
  }
  SECTION("among wildcards") {
    desk.post(tag);
    desk.post(any);
    desk.post(all);
    CHECK(desk.arrive(1, a) == any);  // not from 2
    CHECK(desk.arrive(1, b) == all);
    CHECK(desk.arrive(2, d) == tag);
    CHECK(desk.arrive(2, c) == kNone);
  }
}

TEST_CASE("a wildcard receive takes the matching message that came first", "[host]") {
  Desk desk(3);
  const OpId a = desk.send(1, 5), b = desk.send(2, 5), c = desk.send(2, 6), d = desk.send(1, 5);
  const OpId six = desk.receive(kAnyRank, 6), all = desk.receive(kAnyRank, kAnyTag), one = desk.receive(1, 5),
             last = desk.receive(kAnyRank, 5);
  desk.begin();
  for (const auto& [from, send] : {std::pair{1U, a}, {2U, b}, {2U, c}, {1U, d}})
    CHECK(desk.arrive(from, send) == kNone);
  CHECK(desk.post(six) == desk.id(2, c));
  CHECK(desk.post(all) == desk.id(1, a));
  CHECK(desk.post(one) == desk.id(1, d));  // the next of its own key
  CHECK(desk.post(last) == desk.id(2, b));
}

TEST_CASE("a message that is too long for a receive from anyone is an error", "[host]") {
  Desk desk(2);
  const OpId a = desk.send(1, 5, 9);
  const OpId any = desk.receive(kAnyRank, 5, 8);
  desk.begin();
  desk.post(any);
  CHECK(mentions(message_of<RunError>([&] { desk.arrive(1, a); }), {"9 bytes from rank 1", "8 bytes"}));
}

TEST_CASE("matching takes no longer with many messages and tags", "[host]") {
  // 100,000 tags, each message early, received in the opposite order: a list search would take 10^10 steps.
  constexpr std::uint32_t kTags = 100000;
  Desk desk(2);
  for (std::uint32_t tag = 0; tag < kTags; ++tag) desk.send(1, tag), desk.receive(1, tag);
  desk.begin();
  for (std::uint32_t tag = 0; tag < kTags; ++tag) desk.arrive(1, tag);
  std::uint32_t right = 0;
  for (std::uint32_t tag = kTags; tag-- > 0;) right += desk.post(tag) == desk.id(1, tag) ? 1 : 0;
  CHECK(right == kTags);
}
