// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/stream_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <sstream>

#include "host/device/port_pattern.h"
#include "testbenches/sources/rtl_sources.h"
#include "tests/catch.h"

using namespace xb;

namespace {

std::string pattern_of(const FoundStream& stream, StreamRole role) {
  const FoundSignal* const signal = stream.find(role);
  return signal == nullptr ? "none" : signal->pattern;
}

/// `data:64` is an input of 64 bits, `>ready:4` an output; one bit where no number is.
std::vector<ModulePort> port_list(const std::string& text) {
  std::vector<ModulePort> ports;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t begin = word.front() == '>' ? 1 : 0, colon = std::min(word.find(':'), word.size());
    const auto bits = colon == word.size() ? 1 : std::stoul(word.substr(colon + 1));
    ports.push_back({word.substr(begin, colon - begin), begin == 1, static_cast<unsigned>(bits)});
  }
  return ports;
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

TEST_CASE("stream search: hexadecimal numbers and rows and columns count ports", "[testbenches]") {
  struct Style {
    std::function<std::string(unsigned)> name;
    const char* want;
  };
  const Style style = GENERATE(
      Style{[](unsigned n) { return fmt::format("s_{:x}_tvalid", n); }, "s_{i:x}_tvalid"},
      Style{[](unsigned n) { return fmt::format("S_{:02X}_TVALID", n); }, "S_{i:02X}_TVALID"},
      Style{[](unsigned n) { return fmt::format("s{:X}_tvalid", n); }, "s{i:X}_tvalid"},
      Style{[](unsigned n) { return fmt::format("valid_p{:02x}", n); }, "valid_p{i:02x}"},
      Style{[](unsigned n) { return fmt::format("in_{}_{}_valid", n / 4, n % 4); }, "in_{i/4}_{i%4}_valid"},
      Style{[](unsigned n) { return fmt::format("g{}m{}Valid", n / 8 + 1, n % 8 + 1); },
            "g{i/8+1}m{i%8+1}Valid"},
      Style{[](unsigned n) { return fmt::format("s{}{}_valid", n / 4, n % 4); }, "s{i/4}{i%4}_valid"});
  std::vector<ModulePort> ports{{"clk", false, 1}};
  for (unsigned n = 0; n < 16; ++n) ports.push_back({style.name(n), false, 1});
  const FoundStreams found = find_streams(ports);
  CHECK(pattern_of(found.in, StreamRole::Valid) == style.want);
  REQUIRE(found.in.ports() == 16);
  for (unsigned n = 0; n < 16; ++n) CHECK(with_port_number(style.want, n) == style.name(n));
}

TEST_CASE("stream search: a capital by itself is a word", "[testbenches]") {
  std::vector<ModulePort> ports{{"clk", false, 1}};
  for (const char* side : {"A", "B", "C"}) {
    ports.push_back({fmt::format("in{}Valid", side), false, 1});
    ports.push_back({fmt::format("in{}Ready", side), true, 1});
    ports.push_back({fmt::format("in{}Data", side), false, 64});
  }
  const FoundStreams found = find_streams(ports);
  CHECK(pattern_of(found.in, StreamRole::Valid) == "{i:inA,inB,inC}Valid");
  CHECK(pattern_of(found.in, StreamRole::Ready) == "{i:inA,inB,inC}Ready");
}

TEST_CASE("stream search: rows that are not equally long are not counted by two numbers", "[testbenches]") {
  const FoundStreams found = find_streams(port_list("s_0_0_valid s_0_1_valid s_1_0_valid"));
  CHECK(pattern_of(found.in, StreamRole::Valid).find('%') == std::string::npos);
}

TEST_CASE("stream search: numbers that do not count from 0 or 1 on are no ports'", "[testbenches]") {
  const FoundStreams found = find_streams(port_list("s2_valid s3_valid"));
  CHECK(found.in.ports() == 1);
  CHECK(found.in.find(StreamRole::Valid)->pattern != "s{i}_valid");
}

TEST_CASE("stream search: the first of some ports may have no number", "[testbenches]") {
  struct Style {
    std::function<std::string(const char*, unsigned)> name;
    const char* want;
  };
  const Style style =
      GENERATE(Style{[](const char* what, unsigned n) { return fmt::format("sink_{}{}", what, n); },
                     "sink_valid{i:,1,2}"},
               Style{[](const char* what, unsigned n) { return fmt::format("sink_{}_{}", what, n); },
                     "sink_valid{i:,_1,_2}"},
               Style{[](const char* what, unsigned n) { return fmt::format("sink{}_{}", n + 1, what); },
                     "sink{i:,2,3}_valid"});
  std::string list = "clk reset ";
  const auto add = [&](const char* mark, const char* what, const char* bits) {
    for (unsigned n = 0; n < 3; ++n) {
      list += mark + (n == 0 ? std::string("sink_") + what : style.name(what, n)) + bits + " ";
    }
  };
  add("", "valid", "");
  add(">", "ready", "");
  add("", "data", ":64");
  const FoundStreams found = find_streams(port_list(list));
  CHECK(pattern_of(found.in, StreamRole::Valid) == style.want);
  CHECK(found.in.ports() == 3);
  CHECK(with_port_number(style.want, 0) == "sink_valid");
  CHECK(with_port_number(style.want, 2) == style.name("valid", 2));
}

TEST_CASE("stream search: a destination without a word has the number of an output, byte enables are a keep",
          "[testbenches]") {
  std::string list = "clk rst ";
  for (unsigned n = 0; n < 5; ++n)
    list += fmt::format("cpu_{0}_valid >cpu_{0}_ready cpu_{0}_wdata:64 cpu_{0}_bank:2 cpu_{0}_be:8 ", n);
  for (unsigned n = 0; n < 4; ++n)
    list += fmt::format(">bank_{0}_valid bank_{0}_ready >bank_{0}_wdata:64 >bank_{0}_be:8 ", n);
  const FoundStreams found = find_streams(port_list(list));
  CHECK(pattern_of(found.in, StreamRole::Dest) == "cpu_{i}_bank");
  CHECK(pattern_of(found.in, StreamRole::Keep) == "cpu_{i}_be");
  CHECK(pattern_of(found.out, StreamRole::Keep) == "bank_{i}_be");
}

TEST_CASE("stream search: lanes by letters that are words, strobes, and virtual channels", "[testbenches]") {
  for (const std::string lanes : {"ABCD", "LCDU"}) {
    std::string list = "clk rst ";
    for (const char lane : lanes)
      list += fmt::format("Valid{0} >Ready{0} Data{0}:32 Last{0} Dest{0}:2 ", lane);
    for (const char* lane : {"W", "X", "Y", "Z"})
      list += fmt::format(">Valid{0} Ready{0} >Data{0}:32 >Last{0} ", lane);
    CAPTURE(lanes);
    const FoundStreams found = find_streams(port_list(list));
    CHECK(found.in.ports() == 4);
    CHECK(found.in.bits_of(StreamRole::Data) == 32);
    CHECK(found.in.bits_of(StreamRole::Dest) == 2);
    CHECK(found.out.ports() == 4);
  }
  const FoundStreams strobes = find_streams(port_list(
      "clk rst stb_i:4 >stall_o:4 dat_i:128 last_i:4 adr_i:8 >stb_o:4 stall_i:4 >dat_o:128 >last_o:4"));
  CHECK(pattern_of(strobes.in, StreamRole::Valid) == "stb_i");
  CHECK(pattern_of(strobes.in, StreamRole::Ready) == "stall_o");
  CHECK(pattern_of(strobes.in, StreamRole::Dest) == "adr_i");
  CHECK(pattern_of(strobes.out, StreamRole::Valid) == "stb_o");
  const FoundStreams channels = find_streams(port_list(
      "clk rst in_valid:4 >in_ready:4 in_flit:128 in_vc:8 >out_valid:4 out_ready:4 >out_flit:128 >out_vc:8"));
  CHECK(pattern_of(channels.in, StreamRole::Dest) == "none");
  CHECK(pattern_of(channels.in, StreamRole::Id) == "in_vc");
  CHECK(pattern_of(channels.out, StreamRole::Id) == "out_vc");
}

TEST_CASE("stream search: names of a letter, and another for the side", "[testbenches]") {
  const char* const styles[] = {"v_i r_o d_i l_i t_i v_o r_i d_o l_o",
                                "iv ir id il it ov orr od ol",
                                "i_v i_r i_d i_l i_t o_v o_r o_d o_l",
                                "vi ro di li ti vo ri do lo",
                                "v r d l t qv qr qd ql",
                                "sv sr sd sl sa mv mr md ml"};
  for (const std::string style : styles) {
    CAPTURE(style);
    std::istringstream names(style);
    std::vector<std::string> n(9);
    for (std::string& name : n) names >> name;
    if (n[6] == "orr") n[6] = "or";  // which is a word of Verilog
    const FoundStreams found =
        find_streams(port_list(fmt::format("c:1 n:1 {}:4 >{}:4 {}:128 {}:4 {}:8 >{}:4 {}:4 >{}:128 >{}:4",
                                           n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8])),
                     {{"c", false, true}, {"n", true, false}});
    const StreamRole roles[] = {StreamRole::Valid, StreamRole::Ready, StreamRole::Data, StreamRole::Last,
                                StreamRole::Dest};
    for (unsigned at = 0; at < 5; ++at) CHECK(pattern_of(found.in, roles[at]) == n[at]);
    for (unsigned at = 0; at < 4; ++at) CHECK(pattern_of(found.out, roles[at]) == n[5 + at]);
  }
  // With a number for each port.
  std::string list = "clk rst ";
  for (unsigned n = 0; n < 4; ++n)
    list += fmt::format("v{0} >r{0} d{0}:32 l{0} t{0}:2 >qv{0} qr{0} >qd{0}:32 >ql{0} ", n);
  const FoundStreams found = find_streams(port_list(list));
  CHECK(pattern_of(found.in, StreamRole::Last) == "l{i}");
  CHECK(pattern_of(found.in, StreamRole::Dest) == "t{i}");
  CHECK(pattern_of(found.out, StreamRole::Valid) == "qv{i}");
  CHECK(pattern_of(found.out, StreamRole::Last) == "ql{i}");
}

TEST_CASE("stream search: a source and a destination that are ready, low lasts, and payloads of requests",
          "[testbenches]") {
  const FoundStreams low =
      find_streams(port_list("clk rst src_rdy_n:4 >dst_rdy_n:4 d:128 sof_n:4 eof_n:4 port:8 "
                             ">TX_SRC_RDY_N:4 TX_DST_RDY_N:4 >TX_DATA:128 >TX_SOF_N:4 >TX_EOF_N:4"));
  for (const auto& [side, before] : {std::pair(&low.in, ""), std::pair(&low.out, "TX_")}) {
    for (const auto& [role, name] : {std::pair(StreamRole::Valid, "src_rdy_n"),
                                     {StreamRole::Ready, "dst_rdy_n"},
                                     {StreamRole::Last, "eof_n"},
                                     {StreamRole::First, "sof_n"}}) {
      std::string want = name;
      if (*before != 0) std::transform(want.begin(), want.end(), want.begin(), ::toupper);
      CHECK(pattern_of(*side, role) == before + want);
      if (side->find(role) != nullptr) CHECK(side->find(role)->low);
    }
  }
  CHECK(pattern_of(low.in, StreamRole::Data) == "d");
  CHECK(pattern_of(low.in, StreamRole::Dest) == "port");
  const FoundStreams high = find_streams(
      port_list("clk rst RX_MFB_SRC_RDY:4 >RX_MFB_DST_RDY:4 RX_MFB_DATA:256 RX_MFB_EOF:4 RX_MFB_SEL:8 "
                ">TX_MFB_SRC_RDY:4 TX_MFB_DST_RDY:4 >TX_MFB_DATA:256 >TX_MFB_EOF:4"));
  CHECK(pattern_of(high.in, StreamRole::Ready) == "RX_MFB_DST_RDY");
  CHECK(pattern_of(high.in, StreamRole::Dest) == "RX_MFB_SEL");
  CHECK(pattern_of(high.out, StreamRole::Valid) == "TX_MFB_SRC_RDY");
  CHECK_FALSE(high.out.find(StreamRole::Last)->low);
  const FoundStreams requests =
      find_streams(port_list("clk rst i_req_vld:4 >o_req_rdy:4 i_req_pld:128 i_req_last:4 i_req_tgt:8 "
                             ">o_rsp_vld:4 i_rsp_rdy:4 >o_rsp_pld:128 >o_rsp_last:4"));
  CHECK(pattern_of(requests.in, StreamRole::Data) == "i_req_pld");
  CHECK(pattern_of(requests.out, StreamRole::Data) == "o_rsp_pld");
  const FoundStreams strobes = find_streams(port_list(
      "clk rst s_TVALID:4 >s_TREADY:4 s_TDATA:256 s_TKEEP:32 s_TSTRB:32 s_TLAST:4 >m_TVALID:4 m_TREADY:4 "
      ">m_TDATA:256 >m_TSTRB:32 >m_TKEEP:32 >m_TLAST:4"));
  CHECK(pattern_of(strobes.in, StreamRole::Keep) == "s_TKEEP");
  CHECK(pattern_of(strobes.out, StreamRole::Keep) == "m_TKEEP");
}

TEST_CASE("stream search: a letter is the stream's also where it is a word for data", "[testbenches]") {
  std::string list = "clk rst ";
  for (const char* letter : {"a", "b", "c", "d"})
    list += fmt::format("din_{0}_vld >din_{0}_rdy din_{0}:64 din_{0}_eop ", letter);
  const FoundStreams found = find_streams(port_list(list));
  CHECK(found.in.ports() == 4);
  CHECK(pattern_of(found.in, StreamRole::Data) == "din_{i:a,b,c,d}");
  CHECK(found.others.empty());
}

TEST_CASE("stream search: a direction in a name is the pin's or the stream's", "[testbenches]") {
  const FoundStreams pins =
      find_streams(port_list("valid_in:4 >ready_out:4 data_in:128 >valid_out:4 ready_in:4 >data_out:128"));
  CHECK(pattern_of(pins.in, StreamRole::Ready) == "ready_out");
  CHECK(pattern_of(pins.out, StreamRole::Ready) == "ready_in");
  const FoundStreams streams =
      find_streams(port_list("in_valid:4 >in_ready:4 in_data:128 >out_valid:4 out_ready:4 >out_data:128"));
  CHECK(pattern_of(streams.in, StreamRole::Ready) == "in_ready");
  CHECK(pattern_of(streams.out, StreamRole::Ready) == "out_ready");
  CHECK(streams.in.bits_of(StreamRole::Data) == 32);
}

TEST_CASE("stream search: data and destination are known by their shape", "[testbenches]") {
  const FoundStreams found = find_streams(port_list(
      "enq_valid:4 >enq_ready:4 enq_bits:64 enq_where:8 enq_eop:4 >deq_valid:4 >deq_bits:64 >deq_eop:4"));
  CHECK(pattern_of(found.in, StreamRole::Data) == "enq_bits");
  CHECK(pattern_of(found.in, StreamRole::Dest) == "enq_where");
  CHECK(pattern_of(found.out, StreamRole::Data) == "deq_bits");
  CHECK(pattern_of(found.out, StreamRole::Ready) == "none");
}

TEST_CASE("stream search: ports that have names are numbered in the order of the module", "[testbenches]") {
  std::vector<ModulePort> ports;
  for (const char* side : {"north", "east"}) {
    for (const char* way : {"_in", "_out"}) {
      const bool output = std::string(way) == "_out";
      ports.push_back({side + std::string(way) + "_valid", output, 1});
      ports.push_back({side + std::string(way) + "_ready", !output, 1});
      ports.push_back({side + std::string(way) + "_data", output, 32});
    }
  }
  const FoundStreams found = find_streams(ports);
  CHECK(found.in.ports() == 2);
  CHECK(pattern_of(found.in, StreamRole::Valid) == "{i:north,east}_in_valid");
  CHECK(pattern_of(found.out, StreamRole::Data) == "{i:north,east}_out_data");
  CHECK(found.others.empty());
}

TEST_CASE("stream search: a FIFO's ports are a handshake where 0 is meant", "[testbenches]") {
  const FoundStreams found =
      find_streams(port_list("wr_en:4 >full:4 >almost_full:4 din:64 rd_en:4 >empty:4 >dout:64"));
  CHECK(pattern_of(found.in, StreamRole::Valid) == "wr_en");
  CHECK(pattern_of(found.in, StreamRole::Ready) == "full");
  CHECK(found.in.find(StreamRole::Ready)->low);
  CHECK(pattern_of(found.in, StreamRole::Data) == "din");
  CHECK(pattern_of(found.out, StreamRole::Valid) == "empty");
  CHECK(found.out.find(StreamRole::Valid)->low);
  CHECK(pattern_of(found.out, StreamRole::Ready) == "rd_en");
  CHECK(pattern_of(found.out, StreamRole::Data) == "dout");
}

TEST_CASE("stream search: a FIFO's ports whose side is in the word", "[testbenches]") {
  const char* const styles[] = {"wr_en wfull wdata rd_en rempty rdata", "winc wfull wdata rinc rempty rdata",
                                "wrreq wrfull data rdreq rdempty q", "wren full din rden empty dout",
                                "enq enq_ok enq_data deq deq_ok deq_data"};
  for (const std::string style : styles) {
    CAPTURE(style);
    std::istringstream names(style);
    std::vector<std::string> n(6);
    for (std::string& name : n) names >> name;
    const FoundStreams found = find_streams(port_list(fmt::format(
        "clk {}:4 >{}:4 >almostfull:4 {}:64 {}:4 >{}:4 >{}:64", n[0], n[1], n[2], n[3], n[4], n[5])));
    CHECK(pattern_of(found.in, StreamRole::Valid) == n[0]);
    CHECK(pattern_of(found.in, StreamRole::Ready) == n[1]);
    CHECK(pattern_of(found.in, StreamRole::Data) == n[2]);
    CHECK(pattern_of(found.out, StreamRole::Ready) == n[3]);
    CHECK(pattern_of(found.out, StreamRole::Valid) == n[4]);
    CHECK(pattern_of(found.out, StreamRole::Data) == n[5]);
  }
}

TEST_CASE("stream search: a valid is known by its shape, a ready may mean the opposite", "[testbenches]") {
  const FoundStreams found =
      find_streams(port_list("i_stb:4 >i_ack:4 i_data:256 >o_valid:4 >o_data:256 o_stall:4"));
  CHECK(pattern_of(found.in, StreamRole::Valid) == "i_stb");
  CHECK_FALSE(found.in.find(StreamRole::Ready)->low);
  CHECK(pattern_of(found.out, StreamRole::Valid) == "o_valid");
  CHECK(pattern_of(found.out, StreamRole::Ready) == "o_stall");
  CHECK(found.out.find(StreamRole::Ready)->low);
}

TEST_CASE("stream search: a handshake with _n means the opposite, or is that of the north", "[testbenches]") {
  const bool south = GENERATE(false, true);
  std::vector<ModulePort> ports{{"clk", false, 1}};
  for (const char* way : {"n", "s", "e", "w"}) {
    if (!south && std::string(way) != "n") continue;
    ports.push_back({fmt::format("in_valid_{}", way), false, 1});
    ports.push_back({fmt::format("in_data_{}", south ? way : "x"), false, 64});
    ports.push_back({fmt::format("in_ready_{}", way), true, 1});
  }
  const FoundStreams found = find_streams(ports);
  CHECK(pattern_of(found.in, StreamRole::Valid) == (south ? "in_valid_{i:n,s,e,w}" : "in_valid_n"));
  REQUIRE(found.in.find(StreamRole::Valid) != nullptr);
  REQUIRE(found.in.find(StreamRole::Ready) != nullptr);
  CHECK(found.in.find(StreamRole::Valid)->low != south);
  CHECK(found.in.find(StreamRole::Ready)->low != south);
}

TEST_CASE("stream search: only a whole word for it is data's last beat, destination or credit",
          "[testbenches]") {
  std::vector<ModulePort> ports =
      port_list("s_valid:4 >s_ready:4 s_data:256 s_wvalid:4 s_dest_id:8 >m_valid:4 m_credit:4 >m_data:256");
  const FoundStreams found = find_streams(ports);
  CHECK(pattern_of(found.in, StreamRole::Last) == "none");
  CHECK(pattern_of(found.in, StreamRole::Dest) == "s_dest_id");
  CHECK(pattern_of(found.out, StreamRole::Ready) == "none");
  // An id that does not come out again is where a packet goes.
  ports[4].name = "s_id";
  CHECK(pattern_of(find_streams(ports).in, StreamRole::Dest) == "s_id");
  ports.push_back({"m_id", true, 8});
  CHECK(pattern_of(find_streams(ports).in, StreamRole::Dest) == "none");
}

TEST_CASE("stream search: the first of a packet is no reset, an enable no clock", "[testbenches]") {
  const FoundStreams found = find_streams(port_list("sys_clk clk_en clk_locked rst s_first"));
  CHECK(found.clocks == std::vector<std::string>{"sys_clk"});
  CHECK(found.resets == std::vector<std::string>{"rst"});
  CHECK(find_streams(port_list("sys_clk enet_clk clken gated_clk clk_sel")).clocks ==
        std::vector<std::string>{"sys_clk", "enet_clk"});
}

TEST_CASE("stream search: a clock at whose falling edge all changes, and one with a bit for each port",
          "[testbenches]") {
  const std::vector<ModulePort> ports = port_list("clk m_axis_aclk:4 rst_ni:4 clk_rate:8 ck");
  CHECK(find_streams(ports).clocks == std::vector<std::string>{"clk", "m_axis_aclk"});
  CHECK(find_streams(ports).resets == std::vector<std::string>{"rst_ni"});
  CHECK(find_streams(ports, {{"clk", true, false, true}}).clocks ==
        std::vector<std::string>{"!clk", "m_axis_aclk"});
  CHECK(find_streams(port_list("ck en"), {{"ck", true, false, true}}).clocks ==
        std::vector<std::string>{"!ck"});
}

TEST_CASE("stream search: what registers change at says more than names", "[testbenches]") {
  const std::vector<ModulePort> ports = port_list("ck por clear");
  const FoundStreams found = find_streams(ports, {{"ck", false, true}, {"por", true, false}});
  CHECK(found.clocks == std::vector<std::string>{"ck"});
  CHECK(found.resets == std::vector<std::string>{"por"});
  CHECK(found.reset_low);
  CHECK(find_streams(ports, {{"ck", false, true}}).resets == std::vector<std::string>{"por", "clear"});
  CHECK(find_streams(port_list("ck soft_rst por_n"), {{"ck", false, true}, {"por_n", true, false}}).resets ==
        std::vector<std::string>{"soft_rst", "!por_n"});
  CHECK(find_streams(port_list("rst arst_n")).resets == std::vector<std::string>{"rst", "!arst_n"});
}

TEST_CASE("stream search: resets of many names, and whether they are low", "[testbenches]") {
  for (const char* name : {"rst_n", "rst_ni", "aresetn", "resetn_i", "nreset", "RST_N", "arst_n_i", "reset_b",
                           "rst_l", "xrst", "clrn", "n", "rn", "gt_rst_done"}) {
    CAPTURE(name);
    const FoundStreams found = find_streams({{name, false, 1}});
    CHECK(found.resets == std::vector<std::string>{name});
    CHECK(found.reset_low);
  }
  for (const char* name :
       {"rst", "reset", "i_reset", "sys_rst", "rst_i", "areset", "RESET", "sclr", "clear"}) {
    CAPTURE(name);
    CHECK_FALSE(find_streams({{name, false, 1}}).reset_low);
  }
}

TEST_CASE("inputs go through registers, but clock and reset, and outputs and parameters as they are",
          "[testbenches]") {
  const std::string source =
      "/// A switch.\n"
      "module xb_switch_one #(\n"
      "  /// Ports.\n"
      "  parameter int unsigned NumPorts = 4,\n"
      "  parameter int unsigned Keep = 0,\n"
      "  localparam int unsigned Width = 2 * NumPorts\n"
      ") (\n"
      "  input  logic             clk_i,\n"
      "  input  logic             rst_ni,\n"
      "  /// Data.\n"
      "  input  logic [Width-1:0] s_data_i,\n"
      "  input  logic             cfg_drop_i,\n"
      "  output logic [Width-1:0] m_data_o\n"
      ");\n"
      "  assign m_data_o = s_data_i;\n"
      "endmodule\n";
  const std::string made = registered_inputs(source);
  CHECK(made.substr(0, made.find("\n  ///")) == "module xb_registered_inputs #(");
  CHECK(made.find("  input logic in_clk_i,\n  input  logic             clk_i,\n") != std::string::npos);
  CHECK(
      made.substr(made.find("\n);\n")) ==
      "\n);\n"
      "  logic [Width-1:0] s_data_i_q;\n"
      "  always_ff @(posedge in_clk_i) s_data_i_q <= s_data_i;\n"
      "  logic             cfg_drop_i_q;\n"
      "  always_ff @(posedge in_clk_i) cfg_drop_i_q <= cfg_drop_i;\n"
      "  xb_switch_one #(.NumPorts(NumPorts), .Keep(Keep)) u_switch (.clk_i, .rst_ni, .s_data_i(s_data_i_q), "
      ".cfg_drop_i(cfg_drop_i_q), .m_data_o);\n"
      "endmodule\n");
}

TEST_CASE("stream search: back pressure is no ready, and with an n it is one", "[testbenches]") {
  for (const auto& [name, low] :
       {std::pair("bp", true), std::pair("bp_n", false), std::pair("backpressure", true),
        std::pair("stall_n", false), std::pair("busy", true)}) {
    CAPTURE(name);
    const FoundStreams found =
        find_streams(port_list(fmt::format("clk p_in_vld:4 >p_in_{0}:4 p_in_pkt:256 p_in_end:4 p_in_port:8 "
                                           ">p_out_vld:4 p_out_{0}:4 >p_out_pkt:256 "
                                           ">p_out_end:4",
                                           name)));
    for (const FoundStream* stream : {&found.in, &found.out}) {
      REQUIRE(stream->find(StreamRole::Ready) != nullptr);
      CHECK(stream->find(StreamRole::Ready)->low == low);
      CHECK(stream->find(StreamRole::Last) != nullptr);
    }
  }
  // `send` is no end.
  const FoundStreams sent =
      find_streams(port_list("clk in_send >in_ready in_data:64 >out_send out_ready >out_data:64"));
  CHECK(pattern_of(sent.in, StreamRole::Valid) == "in_send");
  CHECK(pattern_of(sent.in, StreamRole::Last) == "none");
}

TEST_CASE("stream search: a source and a destination with a valid have a ready each", "[testbenches]") {
  const FoundStreams sides =
      find_streams(port_list("clk src_valid:4 >src_ready:4 src_data:128 src_last:4 src_dest:8 >dst_valid:4 "
                             "dst_ready:4 >dst_data:128 "
                             ">dst_last:4"));
  CHECK(pattern_of(sides.in, StreamRole::Ready) == "src_ready");
  CHECK(pattern_of(sides.out, StreamRole::Ready) == "dst_ready");
  CHECK(sides.others.empty());
  const FoundStreams stops =
      find_streams(port_list("clk src_valid:4 >src_busy:4 src_data:128 src_sel:8 >dst_valid:4 dst_stop:4 "
                             ">dst_data:128"));
  CHECK(pattern_of(stops.in, StreamRole::Ready) == "src_busy");
  CHECK(pattern_of(stops.in, StreamRole::Dest) == "src_sel");
  CHECK(pattern_of(stops.out, StreamRole::Ready) == "dst_stop");
  // As Avalon's sinks and sources.
  const FoundStreams avalon = find_streams(
      port_list("clk snk_valid:4 >snk_ready:4 snk_data:128 >src_valid:4 src_ready:4 >src_data:128"));
  CHECK(pattern_of(avalon.in, StreamRole::Ready) == "snk_ready");
  CHECK(pattern_of(avalon.out, StreamRole::Ready) == "src_ready");
}

TEST_CASE("stream search: what has no word is numbered as the streams that it belongs to", "[testbenches]") {
  std::string list = "clk rst ";
  for (const char* port : {"a", "b", "c", "d"})
    list += fmt::format(
        "{0}_in_valid >{0}_in_ready {0}_in_data:64 {0}_in_to:2 >{0}_out_valid {0}_out_stop "
        ">{0}_out_data:64 ",
        port);
  const FoundStreams found = find_streams(port_list(list));
  CHECK(pattern_of(found.in, StreamRole::Dest) == "{i:a,b,c,d}_in_to");
  CHECK(pattern_of(found.out, StreamRole::Ready) == "{i:a,b,c,d}_out_stop");
  REQUIRE(found.out.find(StreamRole::Ready) != nullptr);
  CHECK(found.out.find(StreamRole::Ready)->low);
}

TEST_CASE("stream search: a head in the data is the first beat's, an n in front means the opposite",
          "[testbenches]") {
  std::string list = "clock reset ";
  for (unsigned n = 0; n < 4; ++n)
    list += fmt::format(
        "io_enq_{0}_valid >io_enq_{0}_nready io_enq_{0}_bits_data:64 io_enq_{0}_bits_head "
        "io_enq_{0}_bits_tail >io_deq_{0}_valid io_deq_{0}_nready >io_deq_{0}_bits_data:64 "
        ">io_deq_{0}_bits_head >io_deq_{0}_bits_tail ",
        n);
  const FoundStreams found = find_streams(port_list(list));
  CHECK(pattern_of(found.in, StreamRole::First) == "io_enq_{i}_bits_head");
  CHECK(pattern_of(found.out, StreamRole::First) == "io_deq_{i}_bits_head");
  for (const FoundStream* stream : {&found.in, &found.out}) {
    REQUIRE(stream->find(StreamRole::Ready) != nullptr);
    CHECK(stream->find(StreamRole::Ready)->low);
  }
}

TEST_CASE("stream search: a destination has a bit an output also with eight", "[testbenches]") {
  for (const unsigned ports : {4U, 8U, 16U}) {
    const FoundStreams found = find_streams(
        port_list(fmt::format("clk rst in_vld:{0} >in_rdy:{0} in_dat:{1} in_sel_oh:{2} >out_vld:{0} "
                              "out_rdy:{0} >out_dat:{1}",
                              ports, 64 * ports, ports * ports)));
    CHECK(pattern_of(found.in, StreamRole::Dest) == "in_sel_oh");
  }
}

TEST_CASE("stream search: a side in front of a word without more is no opposite", "[testbenches]") {
  const FoundStreams found = find_streams(
      port_list("clk invalid:4 >inready:4 indata:256 inlast:4 indest:8 >outvalid:4 outready:4 >outdata:256 "
                ">outlast:4"));
  for (const StreamRole role : {StreamRole::Valid, StreamRole::Ready, StreamRole::Last}) {
    CAPTURE(static_cast<int>(role));
    REQUIRE(found.in.find(role) != nullptr);
    CHECK_FALSE(found.in.find(role)->low);
  }
  const FoundStreams low = find_streams(port_list(
      "clk s_nvalid:4 >s_nready:4 s_data:256 s_nlast:4 >m_valid:4 m_ready:4 >m_data:256 >m_neop:4"));
  for (const StreamRole role : {StreamRole::Valid, StreamRole::Ready, StreamRole::Last})
    CHECK((low.in.find(role) != nullptr && low.in.find(role)->low));
  CHECK((low.out.find(StreamRole::Last) != nullptr && low.out.find(StreamRole::Last)->low));
}

TEST_CASE("stream search: what is returned for beats is no ready", "[testbenches]") {
  for (const char* name : {"crd_ret", "yummy", "credit"}) {
    CAPTURE(name);
    const FoundStreams found = find_streams(port_list(fmt::format(
        "clk in_vld:4 in_flit:256 in_tail:4 >in_{0}:4 >out_vld:4 >out_flit:256 out_{0}:4", name)));
    CHECK(found.in.find(StreamRole::Ready) == nullptr);
    CHECK(found.out.find(StreamRole::Ready) == nullptr);
  }
}

TEST_CASE("stream search: an initiator and a target that are ready, and what is not acknowledged",
          "[testbenches]") {
  const FoundStreams bus = find_streams(
      port_list("clk irdy_i:4 >trdy_o:4 data_i:256 last_i:4 >irdy_o:4 trdy_i:4 >data_o:256 >last_o:4"));
  CHECK(pattern_of(bus.in, StreamRole::Valid) == "irdy_i");
  CHECK(pattern_of(bus.out, StreamRole::Ready) == "trdy_i");
  const FoundStreams refused = find_streams(port_list("clk s_valid:4 >s_nack:4 s_data:256"));
  REQUIRE(refused.in.find(StreamRole::Ready) != nullptr);
  CHECK(refused.in.find(StreamRole::Ready)->low);
}

TEST_CASE("stream search: letters from a on count ports, and what is a port's goes to none",
          "[testbenches]") {
  // As a FIFO's ports are: valid, ready, data and destination of inputs; valid, ready and data of outputs.
  struct Name {
    const char *text, *bits;
    bool output;
  };
  const std::vector<Name> styles[] = {{{"wr_en_@", "", false},
                                       {"full_@", "", true},
                                       {"din_@", ":64", false},
                                       {"din_dst_@", ":2", false},
                                       {"empty_@", "", true},
                                       {"rd_en_@", "", false},
                                       {"dout_@", ":64", true}},
                                      {{"port_@_wr_en", "", false},
                                       {"port_@_full", "", true},
                                       {"port_@_din", ":64", false},
                                       {"port_@_din_dst", ":2", false},
                                       {"port_@_empty", "", true},
                                       {"port_@_rd_en", "", false},
                                       {"port_@_dout", ":64", true}}};
  const auto named = [](const Name& name, const std::string& number) {
    std::string text = name.text;
    return text.replace(text.find('@'), 1, number);
  };
  for (const std::vector<Name>& style : styles) {
    CAPTURE(style.front().text);
    std::string list = "clk rst ";
    for (const char* letter : {"a", "b", "c", "d"}) {
      for (const Name& name : style) list += (name.output ? ">" : "") + named(name, letter) + name.bits + " ";
    }
    const FoundStreams found = find_streams(port_list(list));
    constexpr StreamRole kRoles[] = {StreamRole::Valid, StreamRole::Ready, StreamRole::Data, StreamRole::Dest,
                                     StreamRole::Valid, StreamRole::Ready, StreamRole::Data};
    for (std::size_t n = 0; n < style.size(); ++n)
      CHECK(pattern_of(n < 4 ? found.in : found.out, kRoles[n]) == named(style[n], "{i:a,b,c,d}"));
    CHECK(found.others.empty());
  }
  // Other letters are words, and none is a number.
  CHECK(find_streams(port_list("valid_1 valid_n data_1:64 data_n:64")).in.ports() == 1);
}

TEST_CASE("stream search: Bluespec's methods are a handshake each, or a result and what takes it away",
          "[testbenches]") {
  std::string queues = "CLK RST_N ", calls = queues, mailboxes = queues, numbers_last = queues;
  for (unsigned n = 0; n < 4; ++n) {
    queues += fmt::format(
        "in{0}_enq_x:32 in{0}_enq_last in{0}_enq_port:2 EN_in{0}_enq >RDY_in{0}_enq EN_in{0}_clear "
        ">RDY_in{0}_clear >out{0}_first:32 >RDY_out{0}_first >out{0}_last >RDY_out{0}_last EN_out{0}_deq "
        ">RDY_out{0}_deq >out{0}_notEmpty ",
        n);
    calls += fmt::format(
        "ins_{0}_put_data:64 ins_{0}_put_last ins_{0}_put_dest:2 EN_ins_{0}_put >RDY_ins_{0}_put "
        "EN_outs_{0}_get >outs_{0}_get:64 >RDY_outs_{0}_get ",
        n);
    // The method that takes away is always ready.
    mailboxes +=
        fmt::format("p{0}_put:32 EN_p{0}_put >RDY_p{0}_put >q{0}_value:32 >RDY_q{0}_value EN_q{0}_ack ", n);
    numbers_last += fmt::format(
        "put_{0}:32 put_{0}_dest:2 EN_put_{0} >RDY_put_{0} >first_{0}:32 >last_{0} EN_deq_{0} >RDY_deq_{0} ",
        n);
  }
  struct Wanted {
    const std::string& ports;
    const char *ready, *data, *valid_out, *ready_out, *data_out;
  };
  const Wanted wanted[] = {
      {queues, "RDY_in{i}_enq", "in{i}_enq_x", "RDY_out{i}_deq", "EN_out{i}_deq", "out{i}_first"},
      {calls, "RDY_ins_{i}_put", "ins_{i}_put_data", "RDY_outs_{i}_get", "EN_outs_{i}_get", "outs_{i}_get"},
      {numbers_last, "RDY_put_{i}", "put_{i}", "RDY_deq_{i}", "EN_deq_{i}", "first_{i}"},
      {mailboxes, "RDY_p{i}_put", "p{i}_put", "RDY_q{i}_value", "EN_q{i}_ack", "q{i}_value"}};
  for (const Wanted& one : wanted) {
    CAPTURE(one.data);
    const FoundStreams found = find_streams(port_list(one.ports));
    CHECK(found.methods);
    CHECK(pattern_of(found.in, StreamRole::Valid) == "EN_" + std::string(one.ready).substr(4));
    CHECK(pattern_of(found.in, StreamRole::Ready) == one.ready);
    CHECK(pattern_of(found.in, StreamRole::Data) == one.data);
    CHECK(pattern_of(found.out, StreamRole::Valid) == one.valid_out);
    CHECK(pattern_of(found.out, StreamRole::Ready) == one.ready_out);
    CHECK(pattern_of(found.out, StreamRole::Data) == one.data_out);
    CHECK(found.reset_low);
  }
  const FoundStreams of_queues = find_streams(port_list(queues));
  CHECK(pattern_of(of_queues.in, StreamRole::Last) == "in{i}_enq_last");
  CHECK(pattern_of(of_queues.in, StreamRole::Dest) == "in{i}_enq_port");
  CHECK(pattern_of(of_queues.out, StreamRole::Last) == "out{i}_last");
  CHECK(pattern_of(find_streams(port_list(calls)).in, StreamRole::Dest) == "ins_{i}_put_dest");
}

TEST_CASE("stream search: an enable is a valid where there is no other, and new data and ready for data are",
          "[testbenches]") {
  std::string enables = "clk rst clk_en ", new_data = "clk rst ";
  for (unsigned n = 0; n < 3; ++n) {
    enables += fmt::format(
        "rx_en_{0} >rx_bp_{0} rx_word_{0}:32 rx_end_{0} rx_dst_{0}:2 >tx_en_{0} tx_bp_{0} >tx_word_{0}:32 "
        ">tx_end_{0} ",
        n);
    new_data += fmt::format(
        "din{0}_nd >din{0}_rfd din{0}_data:32 din{0}_last din{0}_dest:2 >dout{0}_valid dout{0}_ready "
        ">dout{0}_data:32 >dout{0}_last ",
        n);
  }
  const FoundStreams enabled = find_streams(port_list(enables));
  CHECK(pattern_of(enabled.in, StreamRole::Valid) == "rx_en_{i}");
  CHECK(pattern_of(enabled.in, StreamRole::Ready) == "rx_bp_{i}");
  CHECK(pattern_of(enabled.in, StreamRole::Last) == "rx_end_{i}");
  CHECK(pattern_of(enabled.out, StreamRole::Valid) == "tx_en_{i}");
  CHECK(pattern_of(enabled.out, StreamRole::Data) == "tx_word_{i}");
  const FoundStreams fresh = find_streams(port_list(new_data));
  CHECK(pattern_of(fresh.in, StreamRole::Valid) == "din{i}_nd");
  CHECK(pattern_of(fresh.in, StreamRole::Ready) == "din{i}_rfd");
}
