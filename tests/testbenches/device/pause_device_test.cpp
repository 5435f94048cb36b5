// SPDX-License-Identifier: Apache-2.0
// Switches of the user's that ask hosts to pause: examples/pause-switch, and what is wrong with others.
#include <fstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/config/setup.h"
#include "testbenches/engines/device_ports.h"
#include "testbenches/engines/paths.h"
#include "testbenches/tracing/device_check.h"
#include "testbenches/tracing/run_point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

using Changes = std::vector<std::pair<std::string, std::string>>;
const std::pair<std::string, std::string> kRoomOf20{"2 * host_cable + pause_response + 15", "20"};

/// The example with changes in it.
class PauseExample {
 public:
  explicit PauseExample(const Changes& changes = {}) {
    for (const char* const name : {"pause_switch.v", "pause_switch.toml"}) {
      std::string text = text_of(source_dir() / "examples/pause-switch" / name);
      for (const auto& [from, to] : changes) {
        const auto at = text.find(from);
        if (at != std::string::npos) text.replace(at, from.size(), to);
      }
      std::ofstream(folder_.path() / name) << text;
    }
  }
  /// Both inputs send packets of up to 16 beats to an output that takes a beat in four cycles.
  [[nodiscard]] RunConfig point(const Changes& keys = {}) const {
    RunConfig config;
    const auto set = [&](const std::string& key, const std::string& value) {
      set_key(config, key, value, "test");
    };
    set("device", (folder_.path() / "pause_switch.toml").string());
    for (const auto& [key, value] : {std::pair{"ports", "2"},
                                     {"flow", "pfc"},
                                     {"packet", "1..16"},
                                     {"load", "1"},
                                     {"traffic", "one-hot"},
                                     {"output-period", "0:4"},
                                     {"warmup", "0"},
                                     {"cycles", "400000"}})
      set(key, value);
    for (const auto& [key, value] : keys) set(key, value);
    check_use({config});
    return config;
  }
  [[nodiscard]] std::string rule_broken(const Changes& keys = {}) const {
    RunConfig config = point(keys);
    config.packet_min = config.packet_max = 1;
    const DeviceCheck check = check_device(resolve(config));
    return check.violation ? check.violation->rule : "none";
  }

 private:
  ScratchFolder folder_;
};

std::string refused(const PauseExample& example, const Changes& keys) {
  return message_of<InputError>([&] {
    DevicePorts ports;
    ports.check(example.point(keys));
  });
}

}  // namespace

TEST_CASE("a switch of the user's that asks for pauses needs H beats of room, and no beat less",
          "[testbenches]") {
  const PauseExample example(Changes{kRoomOf20});
  const RunResult just = run_point(example.point({{"host-cable", "2"}, {"pause-storm", "0.1:1000"}}));
  REQUIRE(just.pause);
  CHECK(just.pause->overflowed_packets == 0);
  CHECK(just.pause->overshoot_beats == 20);
  CHECK_FALSE(just.pause->xoff_beats);
  CHECK(just.pause->frames > 100);
  CHECK(just.pause->paused > 0.1);
  CHECK(just.pause->storms.value() > 0);
  CHECK(just.pause->victims);
  // The host obeys a cycle later.
  const RunResult late = run_point(example.point({{"host-cable", "2"}, {"pause-response", "2"}}));
  CHECK(late.pause->overflowed_packets > 0);
}

TEST_CASE("what is wrong with pauses of a switch of the user's is a line", "[testbenches]") {
  const PauseExample example, none(Changes{{"pause = \"s_pause\"", ""}}),
      lossy(Changes{{"fair =", "lossless = false\nfair ="}}),
      narrow(Changes{{"[PORTS*CLASSES-1:0]             s_pause", "[PORTS-1:0] s_pause"}});
  CHECK(mentions(refused(none, {}), {"flow: 'pfc'", "in.pause"}));
  CHECK(mentions(refused(lossy, {}), {"flow: 'pfc'", "lossless = true"}));
  CHECK(mentions(refused(example, {{"flow", "cbfc"}}), {"flow: 'cbfc'", "back-pressure pfc with a device"}));
  CHECK(mentions(refused(example, {{"xoff", "9"}}), {"xoff: '9'", "auto with a device"}));
  CHECK(mentions(refused(example, {{"pause-beats", "9"}}), {"pause-beats: '9'"}));
  CHECK(mentions(refused(narrow, {{"classes", "2"}}),
                 {"in.pause", "'s_pause' has 1 bits a port; allowed: at least 2, one for each class"}));
}

TEST_CASE("device check: pauses that come too late, or do not end, are found", "[testbenches][.long]") {
  const Changes two{{"classes", "2"}, {"host-cable", "2"}};
  CHECK(PauseExample().rule_broken(two) == "none");
  CHECK(PauseExample(Changes{kRoomOf20}).rule_broken({{"pause-response", "6"}}) == "headroom");
  CHECK(PauseExample(Changes{{"LATE = 0", "LATE = 1"}}).rule_broken(two) == "headroom");
  CHECK(PauseExample(Changes{{"(above & (count > XON))", "above"}}).rule_broken(two) == "pause-ends");
  // Without a ready a beat that finds no room is missing, and its packet does not end.
  const PauseExample silent(Changes{kRoomOf20, {"tready = \"!s_full\"", ""}});
  CHECK(silent.rule_broken() == "none");
  CHECK(silent.rule_broken({{"pause-response", "6"}}) == "progress");
}
