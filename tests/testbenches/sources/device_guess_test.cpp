// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_guess.h"

#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

TEST_CASE("a bundle of ports for each port of a switch is recognised", "[testbenches]") {
  std::vector<ModulePort> ports{{"aclk", false, 1}, {"aresetn", false, 1}, {"enable", false, 1}};
  for (const char* n : {"0", "1", "2"}) {
    for (const char* signal : {"tvalid", "tlast", "tdata", "tkeep"}) {
      ports.push_back({std::string("s") + n + "_axis_" + signal, false, 1});
      ports.push_back({std::string("m") + n + "_axis_" + signal, true, 1});
    }
    ports.push_back({std::string("s") + n + "_axis_tready", true, 1});
    ports.push_back({std::string("m") + n + "_axis_tready", false, 1});
  }
  const std::string text = guess_description("my.v", "my_switch", ports, {{"DATA_WIDTH", 64}, {"DEPTH", 7}});
  CHECK(mentions(text, {"top = \"my_switch\"", "files = [\"my.v\"]", "DATA_WIDTH = \"width\"", "# DEPTH = 7",
                        "name = \"aclk\"", "reset = \"aresetn\"\nreset-active = \"low\"",
                        "[in]\ntvalid = \"s{i}_axis_tvalid\"\ntready = \"s{i}_axis_tready\"",
                        "tkeep = \"s{i}_axis_tkeep\"\n", "[out]\ntvalid = \"m{i}_axis_tvalid\"",
                        "tkeep = \"m{i}_axis_tkeep\"\n", "tready = \"m{i}_axis_tready\"", "[tie]",
                        "enable = 0  # 1 bits"}));
}

TEST_CASE("a tkeep that does not come out again is kept at ones", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1}};
  for (const char* signal : {"tvalid", "tlast", "tdata"}) {
    ports.push_back({std::string("s_axis_") + signal, false, 4});
    ports.push_back({std::string("m_axis_") + signal, true, 4});
  }
  CHECK(guess_description("my.v", "my_switch", ports, {}).find("tkeep") == std::string::npos);
  ports.push_back({"s_axis_tkeep", false, 4});
  const std::string text = guess_description("my.v", "my_switch", ports, {});
  CHECK(mentions(text, {"tkeep = \"s_axis_tkeep = ones\"\n"}));
  CHECK(text.find("m_axis_tkeep") == std::string::npos);
}

TEST_CASE("flat vectors are recognised, and what is missing stands in the guess", "[testbenches]") {
  const std::vector<ModulePort> ports{{"clk", false, 1},
                                      {"rst", false, 1},
                                      {"s_axis_tvalid", false, 4},
                                      {"s_axis_tready", true, 4},
                                      {"s_axis_tdata", false, 256},
                                      {"s_axis_tdest", false, 8},
                                      {"s_axis_tuser", false, 4},
                                      {"m_axis_tvalid", true, 4},
                                      {"m_axis_tready", false, 4},
                                      {"m_axis_tdata", true, 256},
                                      {"m_axis_tlast", true, 4}};
  const std::string text = guess_description("my.v", "my_switch", ports, {{"S_COUNT", 4}, {"DEST_WIDTH", 2}});
  CHECK(mentions(
      text, {"S_COUNT = \"ports\"", "DEST_WIDTH = \"log2(ports)\"", "tdata = \"s_axis_tdata\"",
             "# tlast = \"\"  # not found", "tuser = \"s_axis_tuser = 0\"", "tlast = \"m_axis_tlast\""}));
  CHECK(text.find("[tie]") == std::string::npos);
  CHECK(text.find("reset-active") == std::string::npos);
}
