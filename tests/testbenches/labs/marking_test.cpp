// SPDX-License-Identifier: Apache-2.0
// Marks go on where they were, and are given again to whatever they depend on and has changed.
#include "testbenches/labs/marking.h"

#include <sys/stat.h>

#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

const std::string kSteps = "0>2 2>0 1>1\n1>2 2>1 0>0\n0>1 1>0 2>2\n";

/// Two submissions to a unit of a guess, and steps by hand.
class TwoSubmissions {
 public:
  TwoSubmissions() {
    write("1-small/skeleton/answers.toml", "guess = \"?\"\n");
    criteria("low = 1\nhigh = 5\n");
    for (const std::string name : {"ann", "bob"}) {
      write("all/" + name + "/answers.toml", "guess = 4\n");
      write("all/" + name + "/report.md", "# Why\n");
      write("all/" + name + "/steps.txt", kSteps);
    }
  }
  void criteria(const std::string& bounds, const std::string& of_steps = "at-most = 3\n") const {
    const std::string head = "points = 1\nhint = \"look\"\n";
    write("1-small/unit.toml",
          "title = \"small\"\n[[criterion]]\nid = \"one\"\ntitle = \"one\"\n" + head +
              "kind = \"prediction\"\nanswers = [\"guess\"]\n" + bounds +
              "[[criterion]]\nid = \"two\"\ntitle = \"two\"\n" + head +
              "kind = \"steps\"\nfile = \"steps.txt\"\ntopology = \"two-switches(2,1)\"\n" + of_steps);
  }
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }
  [[nodiscard]] std::string table() const { return text_of(folder_.path() / "all.csv"); }
  [[nodiscard]] MarkingOutcome mark() const {
    Marking marking;
    marking.submissions = folder_.path() / "all";
    marking.csv = folder_.path() / "all.csv";
    return mark_submissions(read_unit(folder_.path() / "1-small"), marking);
  }
  /// `2,2,1,1,` of a row of the table: score, of, points of each.
  [[nodiscard]] std::string points(const std::string& name) const {
    const std::string table = text_of(folder_.path() / "all.csv");
    const std::size_t row = table.find("\n" + name + ",");
    REQUIRE(row != std::string::npos);
    const std::size_t begin = table.find(',', row + name.size() + 2) + 1;
    const std::string cells = table.substr(begin, table.find('\n', begin) - begin);
    return cells.substr(0, 8);
  }

 private:
  ScratchFolder folder_;
};

void check_outcome(const MarkingOutcome& outcome, std::size_t marked, std::size_t known) {
  CHECK(outcome.failed.empty());
  CHECK(outcome.marked == marked);
  CHECK(outcome.known == known);
}

}  // namespace

TEST_CASE("lab: what was marked before is known, and only it", "[testbenches]") {
  const TwoSubmissions two;
  check_outcome(two.mark(), 2, 0);
  CHECK(two.points("ann") == "2,2,1,1,");
  check_outcome(two.mark(), 0, 2);
}

TEST_CASE("lab: criteria that have changed are marked again for all", "[testbenches]") {
  const TwoSubmissions two;
  check_outcome(two.mark(), 2, 0);
  // Titles, ids and points are as before, and so is the table's head.
  two.criteria("low = 5\nhigh = 9\n");
  check_outcome(two.mark(), 2, 0);
  CHECK(two.points("ann") == "1,2,0,1,");
  two.criteria("low = 5\nhigh = 9\n", "at-most = 2\n");
  check_outcome(two.mark(), 2, 0);
  CHECK(two.points("bob") == "0,2,0,0,");
}

TEST_CASE("lab: a submission is marked again with each file that its marks depend on", "[testbenches]") {
  const TwoSubmissions two;
  check_outcome(two.mark(), 2, 0);
  two.write("all/bob/steps.txt", kSteps.substr(0, kSteps.rfind(' ')) + "\n");
  check_outcome(two.mark(), 1, 1);
  CHECK(two.points("ann") == "2,2,1,1,");
  CHECK(two.points("bob") == "1,2,1,0,");
  two.write("all/bob/steps.txt", kSteps);
  check_outcome(two.mark(), 1, 1);
  CHECK(two.points("bob") == "2,2,1,1,");
  for (const std::string name :
       {"answers.toml", "report.md", "stimuli.toml", "order.goal", "rtl/xb_rr_arbiter.sv"}) {
    INFO(name);
    two.write("all/ann/" + name, name == "answers.toml" ? "guess = 3\n" : "changed\n");
    check_outcome(two.mark(), 1, 1);
  }
}

TEST_CASE("lab: whatever the name of a submission, it has a row, and is known", "[testbenches]") {
  const TwoSubmissions two;
  for (const std::string name : {"=1+1", "a,b", "line\nbreak", "-5", "quote\""})
    two.write("all/" + name + "/answers.toml", "guess = 4\n");
  check_outcome(two.mark(), 7, 0);
  for (const std::string name : {"\n'=1+1,", "\n\"a,b\",", "\nline\\x0abreak,", "\n-5,", "\n\"quote\"\"\","})
    CHECK(mentions(two.table(), {name}));
  check_outcome(two.mark(), 0, 7);
}

TEST_CASE("lab: what a submission has in the place of files stops no other", "[testbenches]") {
  const TwoSubmissions two;
  const std::filesystem::path all = two.folder() / "all";
  for (const std::string name : {"pipes", "links", "root", "large", "loops"})
    std::filesystem::create_directory(all / name);
  for (const char* file : {"answers.toml", "report.md", "steps.txt", "stimuli.toml", "rtl"})
    REQUIRE(mkfifo((all / "pipes" / file).c_str(), 0600) == 0);
  for (const char* file : {"answers.toml", "report.md", "steps.txt"})
    std::filesystem::create_symlink(all / "ann" / file, all / "links" / file);
  std::filesystem::create_directory_symlink("/", all / "root" / "rtl");
  std::ofstream(all / "large" / "answers.toml");
  std::filesystem::resize_file(all / "large" / "answers.toml", std::uintmax_t{1} << 40U);
  std::filesystem::create_symlink("steps.txt", all / "loops" / "steps.txt");
  for (int time = 0; time < 2; ++time) {
    check_outcome(two.mark(), time == 0 ? 7 : 0, time == 0 ? 0 : 7);
    CHECK(two.points("ann") == "2,2,1,1,");
    for (const char* name : {"pipes", "links", "root", "large", "loops"})
      CHECK(two.points(name) == "0,2,0,0,");
  }
  CHECK(mentions(two.table(),
                 {"answers.toml is no file", "answers.toml is a link", "answers.toml is larger than 1 MB"}));
}

TEST_CASE("lab: marks are told by criterion, with the commonest reason", "[testbenches]") {
  const TwoSubmissions two;
  for (const std::string name : {"eve", "fred"}) two.write("all/" + name + "/answers.toml", "guess = 9\n");
  two.write("all/gil/answers.toml", "guess = \"?\"\n");
  for (int time = 0; time < 2; ++time) {
    const MarkingOutcome outcome = two.mark();
    CHECK(mentions(outcome.tally, {"2 of 5     one: one\n", "2 of 3: answers.toml: guess is 9",
                                   "2 of 5     two: two\n", "3 of 3: there is no steps.txt"}));
    CHECK(outcome.equal == std::vector<std::vector<std::string>>{{"ann", "bob"}, {"eve", "fred"}});
  }
  two.write("all/bob/report.md", "# Why not\n");
  CHECK(two.mark().equal.size() == 1);
}

TEST_CASE("a board has the best first, and equal ones in one place", "[testbenches]") {
  const std::string text = board_text({"Own order", {{30, "c"}, {10, "b"}, {10, "a"}}});
  const auto at = [&](const char* part) { return text.find(part); };
  REQUIRE(at("3      30") != std::string::npos);
  CHECK(at("Own order") < at("a "));
  CHECK(at("a ") < at("b "));
  CHECK(at("1      10") < at("3      30"));
  CHECK(text.find("2      10") == std::string::npos);
}
