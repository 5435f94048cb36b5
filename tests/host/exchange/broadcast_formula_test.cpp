// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/exchange_formula.h"
#include "tests/catch.h"

using namespace xb;

namespace {

/// A message as the paper has it: overhead o at each end, L for latency and gap alike.
MessageCosts message(double o, double l) { return {{2 * o + l}, {l}, {2 * o}}; }

}  // namespace

TEST_CASE("broadcasts on one switch take what the paper's formulas say", "[host]") {
  // L > 2o: g = g_s = L, so that SB is 2o + (p-1) L.
  CHECK(predict_logical_ring(32, message(1, 5)).value == Approx(31 * 7));
  CHECK(predict_simultaneous_broadcast(32, message(1, 5)).value == Approx(2 + 31 * 5));
  CHECK(predict_combining(32, message(1, 5)).value == Approx(5 * 2 + 31 * 5));
  // o < L < 2o: g_s = 2o, g = L.
  CHECK(predict_simultaneous_broadcast(10, message(2, 3)).value == Approx(4 + 3 + 7 * 4 + 3));
  // L < o: g_s = 2o, g = o.
  CHECK(predict_simultaneous_broadcast(10, message(2, 1)).value == Approx(4 + 1 + 7 * 4 + 2));
  // Table 1, L > 2o: SB is the faster as soon as ceil(log2 p) > 1.
  CHECK(predict_simultaneous_broadcast(3, message(1, 5)).value < predict_combining(3, message(1, 5)).value);
}

TEST_CASE("two ranks exchange one message by any algorithm", "[host]") {
  CHECK(predict_logical_ring(2, message(1, 5)).value == Approx(7));
  CHECK(predict_simultaneous_broadcast(2, message(1, 5)).value == Approx(7));
  CHECK(predict_combining(2, message(1, 5)).value == Approx(7));
}

TEST_CASE("Table 2's logical ring and combining share one message time", "[host]") {
  // 256 flits of 16 ns are 4.096 us on the wire; 205.78 us for 31 messages.
  const MessageCosts costs{{205.78 / 31}, {4.096}, {2.0}};
  CHECK(predict_logical_ring(32, costs).value == Approx(205.78));
  CHECK(predict_combining(32, costs).value == Approx(139.69).epsilon(0.0005));
}
