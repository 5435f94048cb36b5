// SPDX-License-Identifier: Apache-2.0
// Messages whose packets have any number of bytes: how long they take, and that every byte comes.
#include <fstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/setup.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

RunConfig bytes_point(const std::string& packet, unsigned ports = 4) {
  RunConfig config;
  config.ports = ports;
  config.engine = Engine::Fast;
  set_key(config, "packet", packet, "");
  return config;
}

/// A message of so many bytes from rank 0 to rank 1.
class LoneMessage {
 public:
  explicit LoneMessage(std::uint64_t bytes) {
    std::ofstream(file()) << "num_ranks 2\nrank 0 {\nsend " << bytes << "b to 1\n}\nrank 1 {\nrecv " << bytes
                          << "b from 0\n}\n";
  }
  [[nodiscard]] RunResult run(RunConfig config) const {
    config.schedule = file();
    return run_point(config);
  }

 private:
  [[nodiscard]] std::string file() const { return (folder_.path() / "message.goal").string(); }
  ScratchFolder folder_;
};

std::uint64_t rounded_up(std::uint64_t number, std::uint64_t part) { return (number + part - 1) / part; }

}  // namespace

TEST_CASE("a message takes the beats of its packets, and comes with all of its bytes", "[testbenches]") {
  for (const unsigned width : {64U, 128U, 512U}) {
    for (const unsigned packet : {8U, 64U, 100U, 1500U}) {
      RunConfig config = bytes_point(std::to_string(packet) + "B");
      config.width = width;
      const unsigned beat = config.beat_bytes();
      const std::uint64_t least = *LoneMessage(1).run(config).completion_cycles;
      for (const std::uint64_t bytes : {1U, 7U, 8U, 63U, 64U, 65U, 99U, 1000U, 1499U, 4501U}) {
        CAPTURE(width, packet, bytes);
        const RunResult r = LoneMessage(bytes).run(config);
        const std::uint64_t whole = bytes / packet;
        const std::uint64_t rest = bytes % packet;
        const std::uint64_t beats = whole * rounded_up(packet, beat) + rounded_up(rest, beat);
        CHECK(*r.completion_cycles - least == beats - 1);
        CHECK(r.delivered_packets == whole + (rest > 0 ? 1 : 0));
        REQUIRE(r.bytes);
        CHECK(r.bytes->offered_bytes == bytes);
        CHECK(r.bytes->delivered_bytes == bytes);
      }
    }
  }
}

TEST_CASE("an empty message is a byte on the link", "[testbenches]") {
  const RunResult r = LoneMessage(0).run(bytes_point("64B"));
  CHECK(r.delivered_packets == 1);
  CHECK(r.bytes->delivered_bytes == 1);
}

TEST_CASE("a message that travels whole takes the beats of its bytes", "[testbenches]") {
  RunConfig config = bytes_point("2048B");
  set_key(config, "cluster", "jacunski", "");
  config.depth = 4096;
  const std::uint64_t least = *LoneMessage(2048).run(config).completion_cycles;
  for (const std::uint64_t bytes : {2049U, 2056U, 2057U, 4001U}) {
    CAPTURE(bytes);
    const RunResult r = LoneMessage(bytes).run(config);
    CHECK(r.delivered_packets == 1);
    CHECK(r.bytes->delivered_bytes == bytes);
    CHECK(*r.completion_cycles - least == rounded_up(bytes, 8) - 256);
  }
  CHECK(mentions(message_of<InputError>([&] { static_cast<void>(LoneMessage(65536).run(config)); }),
                 {"'65536' bytes in one packet", "up to 65535 bytes"}));
}

TEST_CASE("frames of 1518 bytes take the cycles of 190 beats", "[testbenches]") {
  for (const char* schedule : {"sync-shuffle", "linear"}) {
    RunConfig config = bytes_point("190", 6);
    config.schedule = schedule;
    config.packets_per_message = 3;
    set_key(config, "cluster", "tam-326", "");
    const RunResult beats = run_point(config);
    set_key(config, "packet", "1518B", "");
    const RunResult bytes = run_point(config);
    CAPTURE(schedule);
    CHECK(*bytes.completion_cycles == *beats.completion_cycles);
    CHECK(*bytes.predicted_seconds == *beats.predicted_seconds);
    CHECK_FALSE(beats.bytes);
    REQUIRE(bytes.bytes);
    CHECK(bytes.bytes->delivered_bytes == 6ULL * 5 * 3 * 1518);
  }
}

TEST_CASE("blocks of other lengths in a network come whole", "[testbenches]") {
  RunConfig config = bytes_point("100B");
  config.topology = "two-switches(3,3)";
  config.schedule = "linear";
  config.packets_per_message = 4;
  config.message_spread = 0.7;
  const RunResult r = run_point(config);
  CHECK(r.delivered_packets > 6 * 5);
  REQUIRE(r.completion_cycles);
  CHECK(r.lost_packets == 0);
  REQUIRE(r.bytes);
  CHECK(r.bytes->delivered_bytes == r.bytes->offered_bytes);
  RunConfig alone = config;
  alone.topology = "one-switch";
  alone.ports = 6;
  CHECK(r.bytes->delivered_bytes == run_point(alone).bytes->delivered_bytes);
}

TEST_CASE("what a schedule's packets cannot be in bytes is refused", "[testbenches]") {
  RunConfig config = bytes_point("64B..65B");
  config.schedule = "shift";
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }),
                 {"packet: '64B..65B' is not allowed", "one length with a schedule"}));
  set_key(config, "packet", "64B", "");
  config.width = 512;
  config.reliability = Reliability::GoBackN;
  config.ack_beats = 1024;
  CHECK(mentions(message_of<InputError>([&] { resolve(config); }), {"ack-beats: '1024'", "at most 1023"}));
  config.ack_beats = 1023;
  CHECK_NOTHROW(resolve(config));
}
