// SPDX-License-Identifier: Apache-2.0
#include "host/point/given.h"

#include "host/base/units.h"
#include "tests/catch.h"

using namespace xb;

TEST_CASE("a given value keeps its text as it is, and what was read from it", "[host]") {
  const Given<parse_bytes> bytes = "64 kB";
  CHECK(bytes.text() == "64 kB");
  CHECK(*bytes == 64000);
  Given<parse_bytes> other = bytes;
  other = "1KiB";
  CHECK(*other == 1024);
  CHECK(bytes.text() == "64 kB");
}

TEST_CASE("a word stands for no value, and nothing but what is allowed is taken", "[host]") {
  using AutoTime = Given<parse_time, kWordAuto>;
  const AutoTime none = kWordAuto;
  CHECK_FALSE(none);
  CHECK(none.text() == "auto");
  CHECK(AutoTime::read("0s").value());
  CHECK(AutoTime::read("auto").has_value());
  CHECK_FALSE(AutoTime::read("none").has_value());
  CHECK_FALSE(AutoTime::read("3").has_value());
  CHECK_FALSE(Given<parse_time>::read("auto").has_value());
  CHECK_THROWS(AutoTime("3"));
}

TEST_CASE("a value in a file is read once, where the point is worked out", "[host]") {
  using Time = Given<parse_time, kWordAuto, kTextFile>;
  unsigned reads = 0;
  const auto read = [&](const std::string& path) {
    ++reads;
    CHECK(path == "period.txt");
    return Seconds{3};
  };
  Time file = "period.txt";
  CHECK(file);
  CHECK(file.is_file());
  file.load(read);
  file.load(read);
  const Time copy = file;
  CHECK(reads == 1);
  CHECK_FALSE(copy.is_file());
  CHECK(copy->value == 3);
  CHECK(copy.text() == "period.txt");
  Time word = "auto", value = "2s";
  word.load(read);
  value.load(read);
  CHECK(reads == 1);
  CHECK_FALSE(word);
  CHECK(value->value == 2);
}
