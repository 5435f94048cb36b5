// SPDX-License-Identifier: Apache-2.0
#include "host/link/host_list.h"

#include "tests/catch.h"

using namespace xb;

TEST_CASE("a list of hosts is read with its spans, in its order", "[host]") {
  using Hosts = std::vector<unsigned>;
  CHECK(parse_hosts("0,1,5,8..11") == Hosts{0, 1, 5, 8, 9, 10, 11});
  CHECK(parse_hosts("3,1") == Hosts{3, 1});
  CHECK(parse_hosts("65534..65535,0") == Hosts{65534, 65535, 0});
  CHECK(parse_hosts("0..65535")->size() == 65536);
  for (const char* wrong : {"", "0", "0..0", "0,0", "0..2,2", "65535,65536", "2..1", "0,", "all"})
    CHECK_FALSE(parse_ranks(wrong));
}

TEST_CASE("hosts of a switch have their positions in the list", "[host]") {
  constexpr unsigned kNone = HostList::kNone;
  using Positions = std::vector<unsigned>;
  const HostRange second{4, 3, 9};
  CHECK(HostList(9).positions(second) == Positions{4, 5, 6});
  CHECK(HostList(6).positions(second) == Positions{4, 5, kNone});
  CHECK(HostList(9).positions({9, 0, 9}).empty());
  const HostList list({6, 0, 4, 8});
  CHECK(list.size() == 4);
  CHECK_FALSE(list.is_all());
  CHECK(list[0] == 6);
  CHECK(list[3] == 8);
  CHECK(list.positions(second) == Positions{2, kNone, 0});
  CHECK(HostList(9).is_all());
  CHECK(HostList(9)[8] == 8);
}
