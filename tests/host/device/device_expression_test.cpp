// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "host/device/device.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

const ExpressionNames kNames{{"ports", 6}, {"width", 64}};

std::int64_t value(const std::string& text) { return evaluate(text, kNames); }
std::string refused(const std::string& text) {
  return message_of<std::invalid_argument>([&] { evaluate(text, kNames); });
}

}  // namespace

TEST_CASE("expressions of whole numbers have the usual order", "[host]") {
  CHECK(value("7") == 7);
  CHECK(value("1 + log2(ports)") == 4);
  CHECK(value("2+3*4") == 14);
  CHECK(value("0x1F + 0xa0") == 191);
  CHECK(value(" ( 2 + 3 ) * 4 ") == 20);
  CHECK(value("20 - 3 - 2") == 15);
  CHECK(value("width / 8 % 5") == 3);
  CHECK(value("1 << 10 >> 3") == 128);
  CHECK(value("max(ports, 8) + min(width, 2 * ports)") == 20);
  CHECK(value("log2(1)") == 0);
  CHECK(value("log2(64)") == 6);
  CHECK(value("log2(65)") == 7);
  CHECK(value("9223372036854775807") == 9223372036854775807);
}

TEST_CASE("what is no expression is refused with the reason", "[host]") {
  CHECK(mentions(refused(""), {"it ends where a value is expected"}));
  CHECK(mentions(refused("1 +"), {"it ends where a value is expected"}));
  CHECK(mentions(refused("1 2"), {"'2' is not expected"}));
  CHECK(mentions(refused("(1"), {"')' is missing"}));
  CHECK(mentions(refused("prots"), {"'prots' is not known; allowed: ", "ports", "width"}));
  CHECK(mentions(refused("1 / (ports - 6)"), {"division by less than 1"}));
  CHECK(mentions(refused("1 << 63"), {"more than 62 places"}));
  CHECK(mentions(refused("log2(0)"), {"logarithm of less than 1"}));
  CHECK(mentions(refused("9223372036854775808"), {"too large"}));
  CHECK(mentions(refused("9223372036854775807 + 1"), {"too large"}));
  CHECK(mentions(refused("4611686018427387904 * 2"), {"too large"}));
  CHECK(mentions(refused(std::string(100000, '(')), {"too many parentheses"}));
}

TEST_CASE("the names that an expression uses are known", "[host]") {
  CHECK(names_in("log2(ports) + 1", kNames) == std::set<std::string>{"ports"});
  CHECK(names_in("3", kNames).empty());
}
