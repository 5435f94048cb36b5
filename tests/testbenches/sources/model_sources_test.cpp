// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/model_sources.h"

#include <csignal>

#include "tests/catch.h"
#include "tests/host/message_of.h"

using namespace xb;

TEST_CASE("what is wrong with sources is the first error, or that Verilator itself fails", "[testbenches]") {
  ModelSources sources;
  sources.users = "my.toml";
  sources.links = {{"d0", "/home/me/rtl"}};
  const std::string warning = "%Warning-WIDTH: d0/a.v:1:2: Operator EQ expects 32 bits\n";
  const std::string exiting = "%Error: Exiting due to 1 error(s)\n";
  CHECK(first_error(sources, warning + "%Error: d0/a.v:3:4: syntax error\n" + exiting, 1) ==
        "/home/me/rtl/a.v:3:4: syntax error");
  CHECK(
      mentions(first_error(sources, "%Error: Internal Error: d0/a.v:3:4: ../V3Gate.cpp:1: x\n" + exiting, 1),
               {"Internal Error: /home/me/rtl/a.v:3:4: ../V3Gate.cpp:1: x: Verilator ",
                " itself fails; allowed: sources that it takes"}));
  for (const int signal : {SIGSEGV, SIGABRT})
    CHECK(mentions(first_error(sources, warning, 128 + signal),
                   {"my.toml: signal ", " itself fails; allowed: "}));
  CHECK(first_error(sources, warning, 1).empty());
  CHECK(first_error(sources, warning, 128 + SIGTERM).empty());  // somebody ended it
}
