// SPDX-License-Identifier: Apache-2.0
// The kind `least`: a depth that is enough, and one step less that is not.
#include <fstream>

#include "host/base/errors.h"
#include "testbenches/labs/check.h"
#include "testbenches/labs/unit.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

namespace {

/// A unit with one criterion, whose lines for the kind are `keys`; and a submission.
class LeastUnit {
 public:
  explicit LeastUnit(const std::string& keys) {
    fs::create_directories(unit() / "skeleton");
    std::ofstream(unit() / "skeleton" / "answers.toml") << "depth = \"?\"\n";
    std::ofstream(unit() / "unit.toml")
        << "title = \"Depths\"\n[[criterion]]\nid = \"depth\"\ntitle = \"A depth\"\npoints = 3\n"
        << "hint = \"bisect\"\nkind = \"least\"\nanswer = \"depth\"\n"
        << keys
        << "run = { switch = \"output\", flow = \"drop\", ports = 2, packet = 2, load = 0.8, cycles = 5000 "
           "}\n";
  }
  [[nodiscard]] LabUnit read() const { return read_unit(unit()); }

  /// What a submission with this answer gets.
  [[nodiscard]] Mark mark_of(const std::string& depth) const {
    const fs::path folder = scratch_.path() / "mine";
    fs::create_directories(folder);
    std::ofstream(folder / "answers.toml") << "depth = " << depth << "\n";
    const LabUnit unit = read();
    Mark mark = check_submission(unit, folder, {}).marks.at(0);
    mark.of = nullptr;  // it goes with the unit
    return mark;
  }

 private:
  [[nodiscard]] fs::path unit() const { return scratch_.path() / "1-depths"; }
  ScratchFolder scratch_;
};

constexpr const char* kLoss = "key = \"depth\"\nstep = 4\nmeasure = \"loss\"\nat-most = 0.02\n";

}  // namespace

TEST_CASE("lab: the least depth is reached, one less is not enough, one more is too much", "[testbenches]") {
  const LeastUnit unit(kLoss);
  unsigned reached = 0, too_small = 0, too_large = 0;
  for (unsigned depth = 4; depth <= 48; depth += 4) {
    const Mark mark = unit.mark_of(std::to_string(depth));
    INFO(depth << ": " << mark.reason);
    if (mark.reached) {
      ++reached;
      CHECK(too_large == 0);
    } else if (mark.reason.find("is not enough: loss is") != std::string::npos) {
      ++too_small;
      CHECK(reached + too_large == 0);
    } else {
      ++too_large;
      CHECK(mentions(mark.reason, {"is more than it takes: with " + std::to_string(depth - 4)}));
    }
  }
  CHECK(reached == 1);
  CHECK(too_small > 0);
  CHECK(too_large > 0);
}

TEST_CASE("lab: a depth that is no depth reaches nothing", "[testbenches]") {
  const LeastUnit unit(kLoss);
  for (const char* depth : {"0", "-16", "2.5", "1e9", "\"?\""}) {
    const Mark mark = unit.mark_of(depth);
    INFO(depth << ": " << mark.reason);
    CHECK_FALSE(mark.reached);
    CHECK(mark.reason.find('\n') == std::string::npos);
    CHECK_FALSE(mark.reason.empty());
  }
}

TEST_CASE("lab: a criterion of the kind least is read with all its keys", "[testbenches]") {
  const auto refused = [](const std::string& keys) {
    const LeastUnit unit(keys);
    return message_of<InputError>([&] { (void)unit.read(); });
  };
  CHECK(mentions(refused("step = 4\nmeasure = \"loss\"\nat-most = 0.02\n"),
                 {"criterion.key: missing; allowed: the keys of xbarlab run"}));
  CHECK(mentions(refused("key = \"depht\"\nstep = 4\nmeasure = \"loss\"\nat-most = 0.02\n"),
                 {"criterion.key: 'depht' is not allowed"}));
  CHECK(mentions(refused("key = \"rtl\"\nstep = 4\nmeasure = \"loss\"\nat-most = 0.02\n"),
                 {"criterion.key: 'rtl' is not allowed"}));
  CHECK(mentions(refused("key = \"depth\"\nstep = 0\nmeasure = \"loss\"\nat-most = 0.02\n"),
                 {"criterion.step: '0'"}));
  CHECK(mentions(refused("key = \"depth\"\nstep = 4\nmeasure = \"loss\"\n"),
                 {"with at-least, at-most, or both"}));
}
