// SPDX-License-Identifier: Apache-2.0
#include "host/nic/host_memory.h"

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "host/exchange/algorithms.h"
#include "host/schedule/turns.h"
#include "tests/catch.h"
#include "tests/host/config/hosts_of.h"
#include "tests/host/message_of.h"

using namespace xb;

namespace {

HostMemory memory(const std::string& size, const std::string& system, const std::string& paging = "none",
                  const std::string& cluster = "tam-326") {
  RunConfig config;
  config.schedule = "shift";
  for (const auto& [key, value] : {std::pair<const char*, std::string>{"cluster", cluster},
                                   {"memory", size},
                                   {"system-memory", system},
                                   {"paging", paging}}) {
    set_key(config, key, value, "");
  }
  resolve(config);
  return hosts_of(config).nic.memory;
}

}  // namespace

TEST_CASE("the blocks of a rank are the messages that it sends and receives", "[host]") {
  RankProgram program;
  CHECK(block_bytes(program) == 0);
  program.send(1, 1000);
  program.receive(2, 30);
  program.compute(500);
  program.receive(kAnyRank, 4, kAnyTag);
  program.send(3, 0);
  CHECK(block_bytes(program) == 1034);
}

TEST_CASE("operations that take turns have the same blocks as the turns written out", "[host]") {
  const ExchangeShape shape{16, 7, 5, 1492, 1};
  for (const auto& build : {shift_exchange, sync_shuffle_exchange, group_shuffle_exchange}) {
    const Schedule schedule = build(shape);
    for (const RankProgram& program : schedule.ranks) CHECK(block_bytes(program) == 2 * 15 * 7 * 1492);
    for (const RankProgram& program : without_turns(schedule).ranks)
      CHECK(block_bytes(program) == 2 * 15 * 7 * 1492);
  }
}

TEST_CASE("memory holds what the system leaves, to the byte", "[host]") {
  const std::uint64_t left = (std::uint64_t{128} << 20U) - 20000000;
  CHECK(memory("128MiB", "20MB").holds(left));
  CHECK_FALSE(memory("128MiB", "20MB").holds(left + 1));
  CHECK(memory("2kB", "2kB").holds(0));
  CHECK_FALSE(memory("2kB", "2kB").holds(1));
  CHECK(memory("none", "20MB").holds(~std::uint64_t{0}));
}

TEST_CASE("a system that takes more than there is, and pauses of no length are refused", "[host]") {
  CHECK(mentions(message_of<InputError>([] { memory("20MB", "20000001B"); }),
                 {"system-memory: '20000001B' is not allowed; allowed: at most memory, 20MB"}));
  // A cycle is 640 ns.
  CHECK_NOTHROW(memory("1MB", "0B", "2us:1us"));
  for (const char* paging : {"2us:300ns", "900ns:700ns"}) {
    CHECK(mentions(message_of<InputError>([&] { memory("1MB", "0B", paging); }),
                   {"paging: '", paging, "' is not allowed; allowed: ", "640ns"}));
  }
}
