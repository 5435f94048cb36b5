// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_guess.h"

#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

/// Of a module whose parameters say nothing of its ports.
std::string guess(const std::vector<ModulePort>& ports, const FoundParameters& parameters = {}) {
  const GuessedSources sources{"my_switch", {"my.v"}, {}, {}, {}};
  return guess_description(sources, ports, find_streams(ports), parameters);
}

std::vector<ModulePort> flat_ports() {
  return {{"clk", false, 1},
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
}

}  // namespace

TEST_CASE("device new: a bundle of ports for each port of a switch is one pattern", "[testbenches]") {
  std::vector<ModulePort> ports{{"aclk", false, 1}, {"aresetn", false, 1}, {"enable", false, 1}};
  for (const char* n : {"0", "1", "2"}) {
    for (const char* signal : {"tvalid", "tlast", "tdata", "tkeep"}) {
      const unsigned bits = std::string(signal) == "tdata" ? 64 : std::string(signal) == "tkeep" ? 8 : 1;
      ports.push_back({std::string("s") + n + "_axis_" + signal, false, bits});
      ports.push_back({std::string("m") + n + "_axis_" + signal, true, bits});
    }
    ports.push_back({std::string("s") + n + "_axis_tready", true, 1});
    ports.push_back({std::string("m") + n + "_axis_tready", false, 1});
  }
  FoundParameters parameters;
  parameters.all = {{{"DATA_WIDTH", 64}, "width", ""}, {{"DEPTH", 7}, "", ""}, {{"KIND", 0, false}, "", ""}};
  parameters.sets_width = true;
  CHECK(mentions(
      guess(ports, parameters),
      {"top = \"my_switch\"", "files = [\"my.v\"]\nports = 3\n\n[parameters]",
       "DATA_WIDTH = \"width\"\n# DEPTH = 7\n# KIND: a text", "name = \"aclk\"",
       "reset = \"aresetn\"\nreset-active = \"low\"",
       "[in]\ntvalid = \"s{i}_axis_tvalid\"\ntready = \"s{i}_axis_tready\"", "tkeep = \"s{i}_axis_tkeep\"\n",
       "[out]\ntvalid = \"m{i}_axis_tvalid\"", "tkeep = \"m{i}_axis_tkeep\"\n",
       "tready = \"m{i}_axis_tready\"", "[tie]", "enable = \"ones\"  # 1 bits"}));
}

TEST_CASE("device new: a link whose signals are low, beside enables and what starts it", "[testbenches]") {
  const std::vector<ModulePort> ports{
      {"clk", false, 1},         {"ena", false, 1},          {"ap_start", false, 1}, {"src_rdy_n", false, 4},
      {"dst_rdy_n", true, 4},    {"data", false, 256},       {"sof_n", false, 4},    {"eof_n", false, 4},
      {"tx_src_rdy_n", true, 4}, {"tx_dst_rdy_n", false, 4}, {"tx_data", true, 256}, {"tx_sof_n", true, 4},
      {"tx_eof_n", true, 4}};
  const std::string text = guess(ports);
  CHECK(mentions(
      text, {"tvalid = \"src_rdy_n = !valid\"", "tready = \"!dst_rdy_n\"", "tlast = \"!eof_n\"",
             "tuser = \"sof_n = !first\"", "tvalid = \"!tx_src_rdy_n\"", "tready = \"tx_dst_rdy_n = !ready\"",
             "tlast = \"!tx_eof_n\"", "ena = \"ones\"", "ap_start = \"ones\""}));
  CHECK(text.find("tx_sof_n") == std::string::npos);
}

TEST_CASE("device new: an output with bits for each input that says pause is one", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  CHECK_FALSE(mentions(guess(ports), {"pause"}));
  ports.push_back({"s_axis_pfc_xoff", true, 8});
  CHECK(mentions(guess(ports),
                 {"tready = \"s_axis_tready\"", "pause = \"s_axis_pfc_xoff\"  # if it asks hosts to pause"}));
}

TEST_CASE("device new: channels of a bus with addresses are no streams beside it", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1}};
  for (const char* const side : {"m_", "s_"}) {
    const bool in = side[0] == 'm';
    for (const char* const channel : {"aw", "w", "b", "ar", "r"}) {
      const bool forth = channel[0] != 'b' && channel[0] != 'r';
      ports.push_back({std::string(side) + channel + "valid", in != forth, in ? 2U : 4U});
      ports.push_back({std::string(side) + channel + "ready", in == forth, in ? 2U : 4U});
    }
    for (const char* const forth : {"awaddr_flat", "araddr_flat", "wdata_flat"})
      ports.push_back({std::string(side) + forth, !in, in ? 64U : 128U});
    ports.push_back({std::string(side) + "rdata_flat", in, in ? 64U : 128U});
    ports.push_back({std::string(side) + "wlast", !in, in ? 2U : 4U});
    ports.push_back({std::string(side) + "rlast", in, in ? 2U : 4U});
  }
  const std::string text = guess(ports);
  CHECK(mentions(text, {"# The ports look like those of AXI with addresses."}));
  CHECK_FALSE(mentions(text, {"beside the streams"}));
}

TEST_CASE("device new: inputs for each output are connected with that alone", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1}, {"rst", false, 1}};
  for (const char* n : {"0", "1"}) {
    for (const char* m : {"0", "1"}) {
      const std::string in = std::string("s_") + n + "_" + m + "_";
      ports.insert(ports.end(), {{in + "valid", false, 1},
                                 {in + "ready", true, 1},
                                 {in + "data", false, 64},
                                 {in + "last", false, 1}});
    }
    const std::string out = std::string("m_") + n + "_";
    ports.insert(ports.end(), {{out + "valid", true, 1},
                               {out + "ready", false, 1},
                               {out + "data", true, 64},
                               {out + "last", true, 1}});
  }
  CHECK(mentions(guess(ports), {"tvalid = \"s_{i/2}_{i%2}_valid\"", "tvalid = \"m_{i}_valid\"",
                                "connects = [\"0,2>0\", \"1,3>1\"]"}));
}

TEST_CASE("device new: a tkeep that does not come out again is kept at ones", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1}};
  for (const char* signal : {"tvalid", "tlast", "tdata"}) {
    const unsigned bits = std::string(signal) == "tdata" ? 32 : 4;
    ports.push_back({std::string("s_axis_") + signal, false, bits});
    ports.push_back({std::string("m_axis_") + signal, true, bits});
  }
  CHECK(guess(ports).find("tkeep") == std::string::npos);
  ports.push_back({"s_axis_tkeep", false, 4});
  const std::string text = guess(ports);
  CHECK(mentions(text, {"tkeep = \"s_axis_tkeep = ones\"\n"}));
  CHECK(text.find("m_axis_tkeep") == std::string::npos);
}

TEST_CASE("device new: a call for each message, and a stall beside a last without a word", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1},         {"recv__en", false, 4},   {"recv__rdy", true, 4},
                                {"recv__msg", false, 256}, {"recv__eop", false, 4},  {"send__en", true, 4},
                                {"send__rdy", false, 4},   {"send__msg", true, 256}, {"send__eop", true, 4}};
  CHECK(mentions(guess(ports), {"tvalid = \"recv__en = valid && ready\"", "tready = \"recv__rdy\"",
                                "tdata = \"recv__msg\"", "tvalid = \"send__en\"", "tready = \"send__rdy\""}));
  ports = {{"clk", false, 1},    {"in_v", false, 4}, {"in_stall", true, 4}, {"in_d", false, 256},
           {"in_l", false, 4},   {"in_p", false, 8}, {"out_v", true, 4},    {"out_stall", false, 4},
           {"out_d", true, 256}, {"out_l", true, 4}};
  CHECK(mentions(guess(ports), {"tready = \"!in_stall\"", "tlast = \"in_l\"", "tdest = \"in_p\"",
                                "tready = \"out_stall = !ready\"", "tlast = \"out_l\""}));
}

TEST_CASE("device new: what says where packets go, and how methods are driven", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1}, {"EN_put", false, 1}, {"RDY_put", true, 1}};
  for (const char* signal : {"tvalid", "tlast", "tdata"}) {
    const unsigned bits = std::string(signal) == "tdata" ? 16 : 2;
    ports.push_back({std::string("s_axis_") + signal, false, bits});
    ports.push_back({std::string("m_axis_") + signal, true, bits});
  }
  CHECK(mentions(guess(ports), {"Bluespec", "# in.tvalid = \"EN_PUT = valid && ready\"",
                                "not found: the switch learns the output from it, or from route.header"}));
  for (ModulePort& port : ports) port.bits *= port.bits == 16 ? 2 : 1;
  CHECK(mentions(guess(ports), {"not found: the number of the output is in bits 6 to 11"}));
}

TEST_CASE("device new: what is missing stands in the guess, with its candidates", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  std::string text = guess(ports);
  CHECK(mentions(text,
                 {"ports = 4\nwidth = 64\n", "tdata = \"s_axis_tdata\"", "# tlast = \"\"  # not found; or",
                  "packets = \"one-beat\"", "tuser = \"s_axis_tuser = 0\"", "tlast = \"m_axis_tlast\""}));
  CHECK(text.find("[tie]") == std::string::npos);
  CHECK(text.find("reset-active") == std::string::npos);
  ports.push_back({"final_one", false, 4});
  ports.push_back({"closing", false, 4});
  CHECK(mentions(guess(ports), {"# tlast = \"\"  # not found; is it final_one, closing?"}));
}

TEST_CASE("device new: where a packet goes, as it leaves, is only taken if a reader says so",
          "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports.push_back({"m_axis_tdest", true, 8});
  CHECK(mentions(guess(ports), {"# tdest = \"m_axis_tdest\"  # if it is the number of the output"}));
}

TEST_CASE("device new: another stream is named, and tied", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports.push_back({"cfg_valid", false, 1});
  ports.push_back({"cfg_data", false, 32});
  const std::string text = guess(ports);
  CHECK(mentions(text, {"# The stream 'cfg' is left out", "tvalid = \"s_axis_tvalid\"", "cfg_valid = 0",
                        "cfg_data = 0"}));
}

TEST_CASE("device new: what the lab's hosts do not drive is tied, an enable at 1", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports.push_back({"s_axis_tlast", false, 4});
  ports.push_back({"s_axis_sop", false, 4});
  ports.push_back({"clk_en", false, 1});
  ports.push_back({"link_up", false, 4});
  for (const char* name : {"port_up", "port_active", "init_done"}) ports.push_back({name, false, 4});
  for (const char* low : {"flush_n", "en_n", "ce_ni", "cs_n"}) ports.push_back({low, false, 1});
  ports.push_back({"weight_n", false, 8});
  ports.push_back({"pad", false, 1, {}, true});
  const std::string text = guess(ports);
  CHECK(mentions(
      text, {"tuser = \"s_axis_sop\"", "\ns_axis_tuser = 0", "clk_en = \"ones\"", "link_up = \"ones\"",
             "port_up = \"ones\"", "port_active = \"ones\"", "init_done = \"ones\"", "flush_n = \"ones\"",
             "en_n = 0", "ce_ni = 0", "cs_n = 0", "weight_n = 0"}));
  CHECK(text.find("pad") == std::string::npos);  // an inout
}

TEST_CASE("device new: what takes a beat does so only where one is", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports[8].name = "m_axis_yumi";
  CHECK(
      mentions(guess(ports), {"tready = \"m_axis_yumi = valid && ready\"", "tready = \"s_axis_tready\"\n"}));
}

TEST_CASE("device new: what may be a flit's type is no packet of a beat, and no more without a type",
          "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports.pop_back();
  CHECK(mentions(guess(ports), {"\npackets = \"one-beat\"  # neither side"}));
  ports.push_back({"s_axis_flit_type", false, 8});
  CHECK(mentions(guess(ports),
                 {"\n# packets = \"one-beat\"  # if s_axis_flit_type does not say where packets end"}));
}

TEST_CASE("device new: a width that hosts do not have, and a protocol of another kind, are said",
          "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports[4].bits = 4 * 65;
  CHECK(mentions(guess(ports), {"# width = 65  # hosts have 8 16 32", "so many of its bits"}));
  ports[4].bits = 4 * 4;
  CHECK(mentions(guess(ports), {"# width = 4  # hosts have 8 16 32", "a module around this one"}));
  std::vector<ModulePort> many = flat_ports();
  for (ModulePort& port : many) port.bits *= port.bits > 1 ? 32 : 1;
  CHECK(mentions(guess(many), {"\n# ports = 128  # a switch has 2..64: as --top a module around this one"}));
  ports.push_back({"m_axis_credit", false, 4});
  CHECK(mentions(guess(ports), {"# The ports look like those of a link with credits."}));
}

TEST_CASE("device new: a destination with a bit for each output, and one input to one output",
          "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports[5].bits = 16;
  CHECK(mentions(guess(ports),
                 {"tdest = \"s_axis_tdest\"  # or, if it has one bit an output, with = 64'd1 << dest"}));
  FoundParameters parameters;
  parameters.dest_value = "64'd1 << dest";
  CHECK(mentions(guess(ports, parameters), {"tdest = \"s_axis_tdest = 64'd1 << dest\""}));
  for (ModulePort& port : ports) port.bits = port.bits > 1 ? port.bits / 4 : 1;
  CHECK(mentions(guess(ports), {"ports = 2\n", "connects = \"0>0\""}));
}

TEST_CASE("device new: what is almost full still takes what is offered", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  CHECK_FALSE(mentions(guess(ports), {"= valid && ready"}));
  ports[3].name = "s_axis_almost_full";
  CHECK(mentions(guess(ports),
                 {"tvalid = \"s_axis_tvalid = valid && ready\"", "tready = \"!s_axis_almost_full\""}));
}

TEST_CASE("device new: a tuser may say where packets go", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports.erase(ports.begin() + 5);  // s_axis_tdest
  CHECK_FALSE(mentions(guess(ports), {"s_axis_tuser?"}));
  ports[5].bits = 32;
  CHECK(mentions(guess(ports), {"first tdata; is it s_axis_tuser?"}));
}

TEST_CASE("device new: two widths, and credits by other names, are said", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  CHECK_FALSE(mentions(guess(ports), {"hosts have one width"}));
  ports[9].bits = 512;
  CHECK(mentions(guess(ports), {"# tdata has 64 bits at inputs and 128 at outputs; hosts have one width"}));
  ports.push_back({"m_axis_crd", false, 4});
  CHECK(mentions(guess(ports), {"# The ports look like those of a link with credits."}));
  const std::vector<ModulePort> short_words{
      {"clk", false, 1},    {"in_val", false, 4},    {"in_flit", false, 128}, {"in_credit", true, 4},
      {"out_val", true, 4}, {"out_flit", true, 128}, {"out_credit", false, 4}};
  CHECK_FALSE(mentions(guess(short_words), {"a link with credits"}));
}

TEST_CASE("device new: what gives credits back is found, and how many there are", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1},       {"in_val", false, 4}, {"in_flit", false, 128},
                                {"in_credit", true, 4},  {"out_val", true, 4}, {"out_flit", true, 128},
                                {"out_credit", false, 4}};
  const std::string unknown = "\"\n# credits = 8  # not found: beats that there is room for\n";
  CHECK(mentions(guess(ports), {"credit = \"in_credit" + unknown, "credit = \"out_credit" + unknown}));
  FoundParameters parameters;
  FoundParameter depth;
  depth.parameter.name = "BUFFER_DEPTH";
  depth.parameter.whole = true;
  depth.parameter.value = 5;
  parameters.all = {depth};
  const std::string known = "\ncredits = 5  # if BUFFER_DEPTH says for how many beats there is room\n";
  CHECK(mentions(guess(ports, parameters), {known}));
  parameters.all.push_back(depth);
  CHECK(mentions(guess(ports, parameters), {"credit = \"in_credit" + unknown}));
  ports[3].bits = 8;  // of two channels
  CHECK(mentions(guess(ports), {"# Where a bit a port gives credits back, none is needed"}));
}

TEST_CASE(
    "device new: a FIFO is written and read where it is not full and not empty, whichever way that is said",
    "[testbenches]") {
  const auto fifo = [](const std::string& n, bool reads) {
    const std::string in = reads ? "in_read" : "in_wr", out = reads ? "out_write" : "out_rd";
    const std::string room = reads ? "in_empty" : "in_full", there = reads ? "out_full" : "out_empty";
    return guess({{"clk", false, 1},
                  {in, reads, 4},
                  {room + n, !reads, 4},
                  {"in_data", false, 256},
                  {"in_last", false, 4},
                  {out, reads, 4},
                  {there + n, !reads, 4},
                  {"out_data", true, 256},
                  {"out_last", true, 4}});
  };
  CHECK(mentions(fifo("", false),
                 {"tvalid = \"in_wr = valid && ready\"", "tready = \"out_rd = valid && ready\""}));
  CHECK(mentions(fifo("_n", false),
                 {"tvalid = \"in_wr = valid && ready\"", "tready = \"out_rd = valid && ready\""}));
  // A module that reads a FIFO itself, and writes to one.
  CHECK(mentions(fifo("_n", true), {"tvalid = \"in_empty_n\"", "tready = \"out_full_n\""}));
}

TEST_CASE("device new: beats behind which more come are those that are no last", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports.back().name = "m_axis_more";
  ports.push_back({"s_axis_more", false, 4});
  CHECK(mentions(guess(ports), {"tlast = \"!s_axis_more\"", "tlast = \"!m_axis_more\""}));
}

TEST_CASE("device new: of bundles of ports candidates have the bits of one port", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1}};
  for (const char* n : {"0", "1", "2", "3"}) {
    const std::string number = n;
    ports.insert(ports.end(), {{"req" + number, false, 1},
                               {"ack" + number, true, 1},
                               {"din" + number, false, 64},
                               {"fin" + number, false, 1},
                               {"cut" + number, false, 1},
                               {"oreq" + number, true, 1},
                               {"oack" + number, false, 1},
                               {"dout" + number, true, 64}});
  }
  CHECK(mentions(guess(ports), {"# tlast = \"\"  # not found; is it fin0, cut0, "}));
}

TEST_CASE("device new: without a ready what may be one is named", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports.erase(ports.begin() + 8);  // m_axis_tready
  CHECK_FALSE(mentions(guess(ports), {"# tready"}));
  ports.push_back({"go_on", false, 4});
  ports.push_back({"go_on_status", true, 4});
  CHECK(
      mentions(guess(ports), {"tready = \"s_axis_tready\"", "# tready = \"\"  # not found; is it go_on?\n"}));
  ports.push_back({"credit_back", false, 4});
  CHECK(mentions(guess(ports), {"tready = \"s_axis_tready\"", "\ncredit = \"credit_back\"\n"}));
}

TEST_CASE("device new: methods are called where they are ready, and others not at all", "[testbenches]") {
  std::vector<ModulePort> ports{
      {"CLK", false, 1}, {"RST_N", false, 1}, {"EN_clear", false, 1}, {"RDY_clear", true, 1}};
  for (const char* n : {"0", "1"}) {
    const std::string in = std::string("in_") + n + "_put", out = std::string("out_") + n;
    ports.insert(ports.end(), {{in + "_data", false, 64},
                               {in + "_last", false, 1},
                               {"EN_" + in, false, 1},
                               {"RDY_" + in, true, 1},
                               {out + "_data", true, 64},
                               {out + "_last", true, 1},
                               {"EN_" + out + "_deq", false, 1},
                               {"RDY_" + out + "_deq", true, 1}});
  }
  const std::string text = guess(ports);
  CHECK(mentions(text, {"tvalid = \"EN_in_{i}_put = valid && ready\"\ntready = \"RDY_in_{i}_put\"",
                        "tvalid = \"RDY_out_{i}_deq\"\ntready = \"EN_out_{i}_deq = valid && ready\"",
                        "\nEN_clear = 0  # 1 bits"}));
  CHECK(text.find("Bluespec") == std::string::npos);
}

TEST_CASE("device new: without a ready at the inputs a switch may drop packets", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  CHECK_FALSE(mentions(guess(ports), {"lossless"}));
  ports.erase(ports.begin() + 3);  // s_axis_tready
  CHECK(mentions(guess(ports), {"[claims]\n# lossless = false  # no input has a ready"}));
  ports.push_back({"s_axis_credit", true, 4});
  CHECK_FALSE(mentions(guess(ports), {"lossless"}));
}

TEST_CASE("device new: features are off, and buses of registers are beside the streams", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  for (const char* name : {"loopback_en_i", "cfg_mirror_en", "drop_enable", "inject_err_en", "arb_en",
                           "paddr", "psel", "penable"})
    ports.push_back({name, false, 1});
  std::string text = guess(ports);
  CHECK(mentions(text,
                 {"# The ports of APB beside the streams are tied", "loopback_en_i = 0", "cfg_mirror_en = 0",
                  "drop_enable = 0", "inject_err_en = 0", "arb_en = \"ones\"", "penable = 0"}));
  CHECK(text.find("The ports look like") == std::string::npos);
  for (const char* name : {"s_axil_awvalid", "s_axil_wvalid"}) ports.push_back({name, false, 1});
  CHECK(mentions(guess(ports), {"# The ports of AXI with addresses beside the streams are tied"}));
  // A switch of the bus itself.
  ports = {{"clk", false, 1}, {"rst", false, 1}};
  for (const auto& [side, outputs] : {std::pair("wbs_", false), std::pair("wbm_", true)}) {
    for (const auto& [signal, bits] : {std::pair("cyc", 4U), {"stb", 4U}, {"dat", 128U}, {"adr", 8U}})
      ports.push_back({std::string(side) + signal, outputs, bits});
    ports.push_back({std::string(side) + "ack", !outputs, 4});
  }
  CHECK(mentions(guess(ports), {"# The ports look like those of Wishbone."}));
}

TEST_CASE("device new: packets that are counted, or only begin, are no packets of a beat", "[testbenches]") {
  std::vector<ModulePort> ports = flat_ports();
  ports.pop_back();
  ports.push_back({"s_axis_len", false, 32});
  CHECK(
      mentions(guess(ports), {"\n# packets = \"one-beat\"  # if s_axis_len does not say where packets end"}));
  ports.back() = {"s_axis_sop", false, 4};
  CHECK(
      mentions(guess(ports), {"\n# packets = \"one-beat\"  # if s_axis_sop does not say where packets end"}));
}

TEST_CASE("device new: two ports without a destination may be a bridge", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1}};
  for (const char* signal : {"tvalid", "tlast", "tdata"}) {
    const unsigned bits = std::string(signal) == "tdata" ? 128 : 2;
    ports.push_back({std::string("s_axis_") + signal, false, bits});
    ports.push_back({std::string("m_axis_") + signal, true, bits});
  }
  CHECK(mentions(guess(ports), {"\n# connects = [\"0>1\", \"1>0\"]  # without a destination"}));
  ports.push_back({"s_axis_tdest", false, 2});
  CHECK_FALSE(mentions(guess(ports), {"connects"}));
}
