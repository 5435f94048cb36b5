// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/flow_book.h"

#include "host/base/errors.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

/// A book of hosts 4..7 of 20, and what comes to host 5 from host 11.
struct Book {
  explicit Book(const FlowBook::Rules& rules, unsigned classes = 1) : book(4, 4, 20, rules, classes) {}
  std::string come(std::uint32_t sequence, unsigned source = 11, std::uint8_t of_class = 0) {
    Arrival arrival{};
    arrival.trip.source = source;
    arrival.trip.destination = 5;
    arrival.trip.sequence = sequence;
    arrival.trip.note.of_class = of_class;
    try {
      book.arrived(
          arrival.trip, [&] { return arrival; }, [&](auto&& get) { came.push_back(get().trip.sequence); });
    } catch (const RunError& error) {
      return error.what();
    }
    return "";
  }
  FlowBook book;
  std::vector<std::uint32_t> came;
};

using Came = std::vector<std::uint32_t>;

std::uint32_t next_number(FlowBook& book, unsigned source, unsigned destination, std::uint8_t of_class = 0) {
  Trip trip;
  trip.source = source;
  trip.destination = destination;
  trip.note.of_class = of_class;
  book.start(trip);
  book.number();
  return trip.sequence;
}

}  // namespace

TEST_CASE("a flow's packets are numbered from 0, each flow by itself", "[host][fabric]") {
  FlowBook book(4, 4, 20, {});
  std::vector<Trip> trips(4);
  const unsigned source[] = {4, 4, 4, 7}, destination[] = {19, 19, 0, 19}, number[] = {0, 1, 0, 0};
  for (unsigned n = 0; n < trips.size(); ++n) {
    trips[n].source = source[n];
    trips[n].destination = destination[n];
    book.start(trips[n]);
    if (n == 0) book.number();
  }
  CHECK(book.sent(4).at(19) == 2);  // one that has no number yet among them
  book.number();
  for (unsigned n = 0; n < trips.size(); ++n) CHECK(trips[n].sequence == number[n]);
  CHECK(book.sent(4).at(19) == 2);
  CHECK(book.started() == 4);
}

TEST_CASE("a packet that is missing, comes twice or out of order end to end is named", "[host][fabric]") {
  Book b({false, false});
  CHECK(b.come(0).empty());
  CHECK(b.come(1).empty());
  CHECK(b.come(0, 12).empty());  // another flow
  const std::string lost = "end to end: packet #3 from host 11 to host 5 came, #2 was due";
  CHECK(mentions(b.come(3), {lost}));
  CHECK(mentions(b.come(1), {"packet #1 from host 11", "#2 was due"}));
  CHECK(b.come(2).empty());
  CHECK(b.came == Came{0, 1, 0, 2});
}

TEST_CASE("packets that overtake wait for those before them, none comes twice", "[host][fabric]") {
  Book b({false, true});
  CHECK(b.come(2).empty());
  CHECK(b.come(1).empty());
  CHECK(b.book.waiting() == 2);
  CHECK(b.came.empty());
  CHECK(mentions(b.come(2), {"packet #2", "#0 was due"}));
  CHECK(b.come(0).empty());
  CHECK(b.came == Came{0, 1, 2});
  CHECK(b.book.waiting() == 0);
  CHECK(b.book.overtaken() == 3);  // the second #2 among them
  CHECK(mentions(b.come(1), {"packet #1", "#3 was due"}));
}

TEST_CASE("where packets may be lost a gap is no fault, going back is", "[host][fabric]") {
  Book b({true, false});
  CHECK(b.come(0).empty());
  CHECK(b.come(5).empty());
  CHECK(mentions(b.come(5), {"packet #5", "#6 was due"}));
  CHECK(mentions(b.come(3), {"packet #3", "#6 was due"}));
  CHECK(b.come(6).empty());
  CHECK(b.came == Came{0, 5, 6});
}

TEST_CASE("numbers that go round stay in order", "[host][fabric]") {
  Book b({true, false});
  for (const std::uint32_t n : {0U, 1U << 30U, 1U << 31U, 3U << 30U, ~0U, 0U}) CHECK(b.come(n).empty());
  CHECK(mentions(b.come(~0U), {"packet #4294967295", "#1 was due"}));
}

TEST_CASE("a book counts what a host has got of each flow, without the gaps", "[host][fabric]") {
  Book lossy({true, false});
  CHECK(lossy.book.received(5).at(11) == 0);
  for (const std::uint32_t sequence : {0U, 1U, 4U, 9U}) CHECK(lossy.come(sequence).empty());
  CHECK(lossy.come(2, 12).empty());
  const FlowBook::Row received = lossy.book.received(5);
  CHECK(received.at(11) == 4);
  CHECK(received.at(12) == 1);
  CHECK(received.at(13) == 0);
  CHECK(lossy.book.received(5, 11) == 4);
  next_number(lossy.book, 6, 3);
  CHECK(lossy.book.sent(6).at(3) == 1);
  CHECK(lossy.book.sent(7).at(3) == 0);
}

TEST_CASE("classes of a flow have no order between them, each has one, and they are counted together",
          "[host][fabric]") {
  for (const bool adaptive : {false, true}) {
    Book b({false, adaptive}, 2);
    CHECK(next_number(b.book, 4, 19, 0) == 0);
    CHECK(next_number(b.book, 4, 19, 1) == 0);
    CHECK(next_number(b.book, 4, 19, 1) == 1);
    CHECK(b.book.sent(4).at(19) == 3);
    CHECK(b.come(0, 11, 1).empty());
    CHECK(b.come(1, 11, 1).empty());
    CHECK(b.come(0, 11, 0).empty());
    CHECK(b.book.received(5).at(11) == 3);
    CHECK(b.book.received(5, 11) == 3);
    CHECK(b.come(2, 11, 0).empty() == adaptive);
    CHECK(b.come(2, 11, 1).empty());
    CHECK(b.book.waiting() == (adaptive ? 1 : 0));
  }
}
