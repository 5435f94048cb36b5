// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/golden/golden_check.h"
#include "tests/catch.h"
#include "tests/host/message_of.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;

namespace {

/// A folder with one case.
class OneCase {
 public:
  explicit OneCase(const std::string& more = "") {
    std::ofstream(folder_.path() / "small.toml")
        << "ports = 2\nload = 1\ncycles = 10\nwarmup = 0\n"
        << (more.empty() ? "engine = [\"fast\", \"systemc\"]\n" : more);
    cases_ = read_golden_cases(folder_.path());
  }
  [[nodiscard]] const GoldenCase& get() const { return cases_.front(); }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] std::size_t files() const {
    const std::filesystem::directory_iterator all(folder_.path());
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

 private:
  ScratchFolder folder_;
  std::vector<GoldenCase> cases_;
};

}  // namespace

TEST_CASE("an accepted case is the same on its engines, and its reason is in the log",
          "[testbenches][golden]") {
  const OneCase one;
  CHECK(mentions(accept_case(one.get(), "first | version"), {"small: new, "}));
  const std::string log = text_of(one.folder() / kAcceptedLog);
  CHECK(
      mentions(log, {"| small | first \\| version | ", "`--ports 2 --load 1.0 --cycles 10 --warmup 0` |\n"}));
  for (const std::string& engine : one.get().engines) CHECK(check_case(one.get(), engine).same);
  CHECK(mentions(accept_case(one.get(), "again"), {"nothing to accept"}));
  CHECK(text_of(one.folder() / kAcceptedLog) == log);
}

TEST_CASE("what has changed is shown when it is accepted", "[testbenches][golden]") {
  const OneCase one;
  accept_case(one.get(), "first");
  std::string golden = text_of(one.get().golden_file);
  golden.replace(golden.find("0>"), 2, "1>");
  std::ofstream(one.get().golden_file) << golden;
  const CaseOutcome outcome = check_case(one.get(), "fast");
  CHECK_FALSE(outcome.same);
  CHECK(outcome.first_cycle == 0);
  CHECK(outcome.golden_line == 5);
  CHECK(mentions(accept_case(one.get(), "second"), {"DIFFERENT", "cycle 0  ports.in[0].beat"}));
  CHECK(check_case(one.get(), "fast").same);
  CHECK(mentions(text_of(one.folder() / kAcceptedLog), {"| small | first |", "| small | second |"}));
}

TEST_CASE("what cannot be accepted changes nothing", "[testbenches][golden]") {
  const OneCase one;
  const auto refused = [&](const CaseRunner& runner, std::initializer_list<std::string> parts) {
    CHECK(mentions(message_of<RunError>([&] { accept_case(one.get(), "because", runner); }), parts));
    CHECK(one.files() == 1);
  };
  refused(
      [](const Setup& setup, const CaseRunRequest& request) {
        CaseRun run = run_case(setup, request);
        CHECK(request.assertions);
        if (setup.config.engine == Engine::Systemc) run.failure = "order: a packet is gone";
        return run;
      },
      {"small: not accepted, the run on systemc failed: order: a packet is gone"});
  refused(
      [](const Setup& setup, const CaseRunRequest& request) {
        CaseRun run = run_case(setup, request);
        if (setup.config.engine == Engine::Systemc) run.trace.replace(run.trace.find("0>"), 2, "1>");
        return run;
      },
      {"small: not accepted, the engines differ", "fast  systemc", "cycle 0"});
  for (const char* reason : {"", "  ", "two\nlines"}) {
    CHECK(mentions(message_of<InputError>([&] { accept_case(one.get(), reason); }), {"--reason: '"}));
    CHECK(one.files() == 1);
  }
  const OneCase endless("engine = \"fast\"\n");
  const auto stopped = [](const Setup& setup, const CaseRunRequest& request) {
    CHECK(request.most_cycles == kMostGoldenCycles);
    return run_case(setup, {5, false});
  };
  CHECK(mentions(message_of<InputError>([&] { accept_case(endless.get(), "because", stopped); }),
                 {"small.toml: a run of more than 10000 cycles is not allowed as golden"}));
  CHECK(endless.files() == 1);
}

TEST_CASE("a run that fails a check, or ends early or late, is not the same", "[testbenches][golden]") {
  const OneCase one;
  accept_case(one.get(), "first");
  const auto outcome_of = [&](const CaseRunner& runner) { return check_case(one.get(), "fast", runner); };
  const CaseRun good = run_case(one.get().setup("fast"), {100, false});
  const CaseOutcome failed = outcome_of([&](const Setup&, const CaseRunRequest&) {
    CaseRun run = good;
    run.failure = "order: a packet is gone";
    return run;
  });
  CHECK_FALSE(failed.same);
  CHECK(failed.first_cycle == good.cycles);
  CHECK(failed.headline == "the run failed");
  const auto seven_cycles = [&](const Setup& s, const CaseRunRequest&) { return run_case(s, {7, false}); };
  const CaseOutcome early = outcome_of(seven_cycles);
  CHECK_FALSE(early.same);
  CHECK(early.first_cycle == 7);
  CHECK(mentions(early.headline, {"length"}));
  const CaseOutcome late = outcome_of([&](const Setup&, const CaseRunRequest&) {
    CaseRun run = good;
    const std::size_t last = run.trace.rfind('\n', run.trace.size() - 2) + 1;
    std::string more = run.trace.substr(last);
    more.replace(0, 6, "    " + std::to_string(run.cycles++));
    run.trace += more;
    return run;
  });
  CHECK_FALSE(late.same);
  CHECK(late.first_cycle == good.cycles);
  const CaseRun no_model{"", 0, false, "no model"};
  const CaseOutcome nothing = outcome_of([&](const Setup&, const CaseRunRequest&) { return no_model; });
  CHECK_FALSE(nothing.same);
  CHECK_FALSE(nothing.bad_input);
  CHECK(nothing.error == "no model");
}

TEST_CASE("nobody else accepts in the folder meanwhile", "[testbenches][golden]") {
  const OneCase one;
  unsigned looks = 0;
  const auto is_free = [&] {
    const int fd = open(one.folder().c_str(), O_RDONLY | O_DIRECTORY);
    REQUIRE(fd >= 0);
    const bool free = flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    ++looks;
    return free;
  };
  accept_case(one.get(), "first", [&](const Setup& setup, const CaseRunRequest& request) {
    CHECK_FALSE(is_free());
    return run_case(setup, request);
  });
  CHECK(is_free());
  CHECK(looks == 3);
}
