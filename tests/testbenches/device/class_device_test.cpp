// SPDX-License-Identifier: Apache-2.0
// Switches of the user's with traffic classes: examples/class-switch, and what is wrong with others.
#include <fmt/format.h>

#include <fstream>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "testbenches/engines/paths.h"
#include "testbenches/recording/device_check.h"
#include "testbenches/recording/run_point.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

fs::path class_example(const char* name) { return source_dir() / "examples/class-switch" / name; }

/// A point of the description, at which it is checked.
RunConfig class_point_of(const fs::path& description) {
  RunConfig config;
  for (const auto& [key, value] : {std::pair<const char*, std::string>{"device", description.string()},
                                   {"ports", "2"},
                                   {"classes", "2"},
                                   {"class-load", "0:1,1:.3"},
                                   {"warmup", "100"},
                                   {"cycles", "4000"}})
    set_key(config, key, value, "test");
  check_use({config});
  return config;
}

/// The example with a change in it.
class ChangedExample {
 public:
  ChangedExample(const std::string& from, const std::string& to) {
    std::string source = text_of(class_example("class_switch.sv")),
                description = text_of(class_example("class_switch.toml"));
    const auto change = [&](std::string& text) {
      const auto at = text.find(from);
      if (at != std::string::npos) text.replace(at, from.size(), to);
      return at != std::string::npos;
    };
    REQUIRE((change(source) || change(description)));
    std::ofstream(folder_.path() / "class_switch.sv") << source;
    std::ofstream(file()) << description;
  }
  [[nodiscard]] fs::path file() const { return folder_.path() / "changed.toml"; }

 private:
  ScratchFolder folder_;
};

/// What is said of the example, if it is changed so.
template <class Error>
std::string said_of_changed(const std::string& from, const std::string& to) {
  const ChangedExample changed(from, to);
  return message_of<Error>([&] { run_point(class_point_of(changed.file())); });
}

/// The rule that `device check` finds broken; `none`.
std::string rule_broken(const fs::path& description) {
  const DeviceCheck check = check_device(resolve(class_point_of(description)));
  return check.violation ? check.violation->rule : "none";
}

}  // namespace

TEST_CASE("a switch of the user's with classes is measured by class, and checked", "[testbenches]") {
  const RunConfig config = class_point_of(class_example("class_switch.toml"));
  const RunResult r = run_point(config);
  REQUIRE(r.classes.size() == 2);
  CHECK(r.classes[1].throughput.mean == Approx(0.3).margin(.02));
  CHECK(r.classes[1].latency.mean < r.classes[0].latency.mean);
  CHECK(r.classes[0].held_by_higher.value() > 0.1);
  CHECK(r.classes[1].held_by_higher.value() == 0);
  CHECK(r.classes[0].delivered_packets + r.classes[1].delivered_packets == r.delivered_packets);
  CHECK(r.hol.mean >= 0);
  CHECK(rule_broken(class_example("class_switch.toml")) == "none");
}

TEST_CASE("a switch of the user's that mixes classes is found", "[testbenches]") {
  // A packet leaves with the class of the one that goes first.
  CHECK(mentions(said_of_changed<RunError>("m_tid[j] = beat.id;", "m_tid[j] = beat.id | C'(valid[1][from]);"),
                 {"tid"}));
}

TEST_CASE("all that a switch of the user's can do wrong with classes is found", "[testbenches][.long]") {
  const ChangedExample mixed("m_tid[j] = beat.id;", "m_tid[j] = beat.id | C'(valid[1][from]);");
  CHECK(rule_broken(mixed.file()) == "tid");
  // It changes while a beat waits.
  const ChangedExample changing("m_tid[j] = beat.id;", "m_tid[j] = m_tready[j] ? beat.id : C'(1);");
  CHECK(rule_broken(changing.file()) == "payload-holds");
  // A higher class interrupts a packet.
  const ChangedExample interrupting("found = busy;", "found = 1'b0;");
  CHECK(rule_broken(interrupting.file()) == "data");
}

TEST_CASE("classes need a tid on both sides of a switch of the user's", "[testbenches]") {
  const char* const allowed = "does not describe in.tid, without a value of its own, and out.tid";
  CHECK(mentions(said_of_changed<InputError>("tid = \"m_tid\"", ""), {"classes: '2'", allowed}));
  CHECK(mentions(said_of_changed<InputError>("tid = \"s_tid\"", "tid = \"s_tid = 0\""),
                 {"classes: '2'", allowed}));
  RunConfig narrow = class_point_of(class_example("class_switch.toml"));
  narrow.width = 32;
  CHECK(mentions(message_of<InputError>([&] { resolve(narrow); }), {"classes: '2'", "64 bits or more"}));
}
