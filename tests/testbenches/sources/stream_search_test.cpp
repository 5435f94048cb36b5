// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/stream_search.h"

#include "tests/catch.h"

using namespace xb;

namespace {

std::string pattern_of(const FoundStream& stream, StreamRole role) {
  const FoundSignal* const signal = stream.find(role);
  return signal == nullptr ? "none" : signal->pattern;
}

}  // namespace

TEST_CASE("stream search: numbers from 0 or from 1 on, with zeros in front, count ports", "[testbenches]") {
  struct Style {
    const char *before, *behind;
    unsigned first, digits;
    const char* want;
  };
  const Style style = GENERATE(
      Style{"s", "_tvalid", 0, 1, "s{i}_tvalid"}, Style{"S", "_AXIS_TVALID", 0, 2, "S{i:02}_AXIS_TVALID"},
      Style{"in_valid_", "", 1, 1, "in_valid_{i+1}"}, Style{"inValid", "", 1, 2, "inValid{i+1:02}"});
  for (const unsigned count : {2U, 12U}) {
    CAPTURE(style.want, count);
    std::vector<ModulePort> ports{{"clk", false, 1}};
    for (unsigned n = 0; n < count; ++n) {
      std::string number = std::to_string(n + style.first);
      if (number.size() < style.digits) number.insert(0, style.digits - number.size(), '0');
      ports.push_back({style.before + number + style.behind, false, 1});
    }
    const FoundStreams found = find_streams(ports);
    CHECK(pattern_of(found.in, StreamRole::Valid) == style.want);
    CHECK(found.in.ports() == count);
  }
}

TEST_CASE("stream search: numbers that do not count from 0 or 1 on are no ports'", "[testbenches]") {
  const FoundStreams found = find_streams({{"s2_valid", false, 1}, {"s3_valid", false, 1}});
  CHECK(found.in.ports() == 1);
  CHECK(found.in.find(StreamRole::Valid)->pattern != "s{i}_valid");
}

TEST_CASE("stream search: a direction in a name is the pin's or the stream's", "[testbenches]") {
  const FoundStreams pins = find_streams({{"valid_in", false, 4},
                                          {"ready_out", true, 4},
                                          {"data_in", false, 128},
                                          {"valid_out", true, 4},
                                          {"ready_in", false, 4},
                                          {"data_out", true, 128}});
  CHECK(pattern_of(pins.in, StreamRole::Ready) == "ready_out");
  CHECK(pattern_of(pins.out, StreamRole::Ready) == "ready_in");
  const FoundStreams streams = find_streams({{"in_valid", false, 4},
                                             {"in_ready", true, 4},
                                             {"in_data", false, 128},
                                             {"out_valid", true, 4},
                                             {"out_ready", false, 4},
                                             {"out_data", true, 128}});
  CHECK(pattern_of(streams.in, StreamRole::Ready) == "in_ready");
  CHECK(pattern_of(streams.out, StreamRole::Ready) == "out_ready");
  CHECK(streams.in.bits_of(StreamRole::Data) == 32);
}

TEST_CASE("stream search: data and destination are known by their shape", "[testbenches]") {
  const FoundStreams found = find_streams({{"enq_valid", false, 4},
                                           {"enq_ready", true, 4},
                                           {"enq_bits", false, 64},
                                           {"enq_where", false, 8},
                                           {"enq_eop", false, 4},
                                           {"deq_valid", true, 4},
                                           {"deq_bits", true, 64},
                                           {"deq_eop", true, 4}});
  CHECK(pattern_of(found.in, StreamRole::Data) == "enq_bits");
  CHECK(pattern_of(found.in, StreamRole::Dest) == "enq_where");
  CHECK(pattern_of(found.out, StreamRole::Data) == "deq_bits");
  CHECK(pattern_of(found.out, StreamRole::Ready) == "none");
}

TEST_CASE("stream search: resets of many names, and whether they are low", "[testbenches]") {
  for (const char* name :
       {"rst_n", "rst_ni", "aresetn", "resetn_i", "nreset", "RST_N", "arst_n_i", "reset_b"}) {
    CAPTURE(name);
    const FoundStreams found = find_streams({{name, false, 1}});
    CHECK(found.resets == std::vector<std::string>{name});
    CHECK(found.reset_low);
  }
  for (const char* name : {"rst", "reset", "i_reset", "sys_rst", "rst_i", "areset", "RESET"}) {
    CAPTURE(name);
    CHECK_FALSE(find_streams({{name, false, 1}}).reset_low);
  }
}
