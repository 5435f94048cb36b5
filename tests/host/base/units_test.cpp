// SPDX-License-Identifier: Apache-2.0
#include "host/base/units.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("times are read with their unit", "[host]") {
  struct Case {
    const char* text;
    double seconds;
  };
  for (const Case& c : {Case{"122us", 122e-6}, Case{"500ns", 500e-9}, Case{"0.5 ms", 0.5e-3},
                        Case{"3ps", 3e-12}, Case{"1s", 1.0}, Case{"0ns", 0.0}, Case{"12.5us", 12.5e-6},
                        Case{"1e3ns", 1e-6}, Case{"1000s", 1000}}) {
    CAPTURE(c.text);
    CHECK(parse_time(c.text).value().value == Approx(c.seconds).epsilon(1e-12).margin(0));
  }
}

TEST_CASE("what is not a time with its unit is refused", "[host]") {
  for (const char* text : {"",      "122",    "us",     "122 parsec", "122 u s", "-1us",   "nan us",
                           "nanus", "inf s",  "1e999s", "1000.1s",    "1e10s",   "1e20ms", "12us3",
                           "1,5us", "12 us ", "122Us",  "1 min",      "0x10us",  " 122us"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_time(text));
  }
}

TEST_CASE("a printed time reads as the same time", "[host]") {
  CHECK(format_time({122e-6}) == "122us");
  CHECK(format_time({12.5e-6}) == "12.5us");
  CHECK(format_time({3e-12}) == "3ps");
  CHECK(format_time({2.0}) == "2s");
  CHECK(format_time({0}) == "0s");
  for (double t = 1.234567e-12; t < 1e3; t *= 7) {
    CAPTURE(t);
    CHECK(parse_time(format_time({t})).value().value == Approx(t).epsilon(1e-5));
  }
}

TEST_CASE("times become the nearest number of cycles", "[host]") {
  const Seconds clock = *parse_time("640ns");  // 64 bits at 100 Mb/s
  CHECK(to_cycles(*parse_time("0s"), clock) == 0);
  CHECK(to_cycles(*parse_time("319ns"), clock) == 0);
  CHECK(to_cycles(*parse_time("321ns"), clock) == 1);
  CHECK(to_cycles(*parse_time("12.5us"), clock) == 20);  // 19.53
  CHECK(to_cycles(*parse_time("20us"), clock) == 31);    // 31.25
  CHECK(to_cycles(*parse_time("122us"), clock) == 191);  // 190.63
  CHECK(to_cycles(*parse_time("123us"), clock) == 192);  // 192.19
  CHECK(to_cycles(*parse_time("1s"), *parse_time("1ps")) == 1000000000000U);
  CHECK(to_cycles(*parse_time("100s"), *parse_time("1ps")) == 100000000000000U);
  CHECK(to_cycles(*parse_time("1000s"), *parse_time("1ps")) == 1000000000000000U);
  CHECK(to_cycles(*parse_time("999s"), *parse_time("2ps")) == 499500000000000U);
}

TEST_CASE("more cycles than a run can have are the most that it can have", "[host]") {
  CHECK(to_cycles(Seconds{1e5}, *parse_time("1ps")) == kMostCycles);
  CHECK(to_cycles(Seconds{1e300}, *parse_time("1ps")) == kMostCycles);
}

TEST_CASE("half a cycle is one, whatever the decimals", "[host]") {
  CHECK(to_cycles(*parse_time("1us"), *parse_time("16ns")) == 63);  // 62.5
  CHECK(to_cycles(*parse_time("0.999us"), *parse_time("16ns")) == 62);
  CHECK(to_cycles(*parse_time("25ns"), *parse_time("10ns")) == 3);
}

TEST_CASE("bytes are read with their unit", "[host]") {
  struct Case {
    const char* text;
    std::uint64_t bytes;
  };
  for (const Case& c :
       {Case{"0B", 0}, Case{"1B", 1}, Case{"64 kB", 64000}, Case{"1.5MB", 1500000}, Case{"2GB", 2000000000},
        Case{"1KiB", 1024}, Case{"128MiB", 134217728}, Case{"0.5GiB", 536870912}, Case{"0.6B", 1},
        Case{"9007199254740992B", std::uint64_t{1} << 53U}}) {
    CAPTURE(c.text);
    CHECK(parse_bytes(c.text) == c.bytes);
  }
}

TEST_CASE("what is not bytes with their unit is refused", "[host]") {
  for (const char* text : {"", "128", "MB", "-1B", "128mb", "128M", "1 k B", "nanB", "0x10B", " 1B", "1B ",
                           "9007199254740994B", "1e300GB"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_bytes(text));
  }
}

TEST_CASE("frequencies and rates are read with their unit", "[host]") {
  CHECK(parse_frequency("156.25MHz") == 156.25e6);
  CHECK(parse_frequency("1 GHz") == 1e9);
  CHECK(parse_rate("100Gbps") == 100e9);
  CHECK(parse_rate("9bps") == 9);
  CHECK(parse_rate("10 Gb/s") == 10e9);
  for (const char* text : {"", "156.25", "1Gbps", "1mHz", "-1Hz", "1GHz "})
    CHECK_FALSE(parse_frequency(text));
  for (const char* text : {"", "100", "1GHz", "1GBps", "1gbps", "1Gb", "b/s"}) CHECK_FALSE(parse_rate(text));
}

TEST_CASE("bytes are printed in the largest unit of 1024 that they fill, and read again", "[host]") {
  for (const auto& [bytes, text] : std::vector<std::pair<std::uint64_t, const char*>>{{0, "0B"},
                                                                                      {1023, "1023B"},
                                                                                      {1024, "1KiB"},
                                                                                      {1536, "1.5KiB"},
                                                                                      {1 << 20, "1MiB"},
                                                                                      {3ULL << 30, "3GiB"}}) {
    CHECK(format_bytes(bytes) == text);
    CHECK(parse_bytes(text) == bytes);
  }
}
