// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_list.h"

#include <fstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/liquid/network_transfers.h"
#include "host/point/run_config.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// What a list says, hosts 0..7 but 5 taking part.
std::string text_of(const std::vector<SizedTransfer>& transfers) {
  std::string text;
  for (const SizedTransfer& t : transfers) {
    text += (text.empty() ? "" : " ") + std::to_string(t.hosts.source) + ">" +
            std::to_string(t.hosts.destination);
    if (t.packets != 1) text += "*" + std::to_string(t.packets);
  }
  return text;
}

const std::vector<bool> kTakingPart{true, true, true, true, true, false, true, true};

std::vector<SizedTransfer> checked(const std::vector<SizedTransfer>& transfers, const std::string& text) {
  check_transfers(transfers, text, kTakingPart);
  return transfers;
}

std::string transfers_refusal(const std::string& text) {
  return message_of<InputError>([&] { checked(*parse_transfers(text), text); });
}

std::string file_refusal(const std::string& text) {
  const ScratchFolder folder;
  const std::string path = (folder.path() / "list.csv").string();
  std::ofstream(path) << text;
  const std::string message = message_of<InputError>([&] { checked(read_transfers(path), path); });
  const std::size_t at = message.find(path);
  return at == std::string::npos ? message : message.substr(at + path.size());
}

}  // namespace

TEST_CASE("transfers: each of the first hosts to each of the second", "[liquid]") {
  CHECK(text_of(*parse_transfers("0..1>4,6")) == "0>4 0>6 1>4 1>6");
  CHECK(text_of(*parse_transfers("3>3;2>0;3>3")) == "3>3 2>0 3>3");
  for (const char* wrong : {"", "0", "0>", ">1", "0>1>2", "0>1;", "0-1>2", "1..0>2", "0,0>1", "65536>0"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_transfers(wrong));
  }
}

TEST_CASE("transfers: a complete exchange is of those who take part, to oneself as well", "[liquid]") {
  const auto all = checked(complete_exchange_of({0, 1, 2, 3, 4, 6, 7}), "all");
  CHECK(all.size() == 49);
  CHECK(text_of({all.begin(), all.begin() + 7}) == "0>0 0>1 0>2 0>3 0>4 0>6 0>7");
}

TEST_CASE("transfers: a file has a line for each, with or without a heading and packets", "[liquid]") {
  const ScratchFolder folder;
  const std::string path = (folder.path() / "list.csv").string();
  std::ofstream(path) << "source,destination,packets\n0,1,3\r\n7,0\n";
  CHECK(text_of(checked(read_transfers(path), path)) == "0>1*3 7>0");
  std::ofstream(path) << "0,1,2";
  CHECK(text_of(checked(read_transfers(path), path)) == "0>1*2");
}

TEST_CASE("transfers: what is wrong is said with file and line", "[liquid]") {
  CHECK(transfers_refusal("0>5").find("host 5 takes no part; allowed: hosts of the topology") !=
        std::string::npos);
  CHECK(transfers_refusal("8>0").find("host 8 takes no part") != std::string::npos);
  RunConfig config;
  CHECK(message_of<InputError>([&] {
          set_key(config, "transfers", "0:1", "");
        }).find("transfers: '0:1' is not allowed; allowed: all, HOSTS>HOSTS") == 0);
  CHECK(file_refusal("") ==
        ":1: '' is not allowed; allowed: source,destination or source,destination,packets");
  CHECK(file_refusal("source,destination\n") == ": no transfer; allowed: at least one");
  CHECK(file_refusal("0,1\n0,1,2,3\n") ==
        ":2: '0,1,2,3' is not allowed; allowed: source,destination or source,destination,packets");
  CHECK(file_refusal("0,x\n") == ":1: destination 'x' is not allowed; allowed: 0..65535");
  CHECK(file_refusal("65536,0\n") == ":1: source '65536' is not allowed; allowed: 0..65535");
  CHECK(file_refusal("0,1,0\n") == ":1: packets '0' is not allowed; allowed: 1..4194304");
  CHECK(file_refusal("0,1,4194304\n1,0\n").find("4194305 packets; allowed: at most 4194304") !=
        std::string::npos);
}
