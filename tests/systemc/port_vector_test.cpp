// SPDX-License-Identifier: Apache-2.0
#include "systemc/port_vector.h"

#include <cstdint>
#include <sstream>

#include "tests/catch.h"

using xb::twin::PortVector;

TEST_CASE("vectors of ports are equal if the elements that exist are", "[systemc]") {
  PortVector<std::uint8_t, 8> a(3);
  PortVector<std::uint8_t, 8> b(3);
  CHECK(a == b);
  b.value[7] = 1;  // does not exist
  CHECK(a == b);
  b.value[2] = 1;
  CHECK_FALSE(a == b);
  CHECK_FALSE(PortVector<std::uint8_t, 8>(3) == PortVector<std::uint8_t, 8>(4));
}

TEST_CASE("a copied vector of ports has the same elements", "[systemc]") {
  PortVector<std::uint64_t, 8> a(4);
  for (unsigned n = 0; n < 4; ++n) a.value[n] = 10 + n;
  const PortVector<std::uint64_t, 8> copy(a);
  PortVector<std::uint64_t, 8> assigned;
  assigned = a;
  CHECK(copy == a);
  CHECK(assigned == a);
  CHECK(assigned.size == 4);
  CHECK(assigned.value[3] == 13);
}

TEST_CASE("a vector of ports prints as numbers", "[systemc]") {
  PortVector<std::uint8_t, 8> a(3);
  a.value[1] = 65;  // not as the letter A
  std::ostringstream text;
  text << a;
  CHECK(text.str() == "0 65 0");
}
