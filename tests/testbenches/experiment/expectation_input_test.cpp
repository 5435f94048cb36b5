// SPDX-License-Identifier: Apache-2.0

#include "testbenches/experiment/expectation.h"
#include "tests/catch.h"
#include "tests/testbenches/experiment/experiment_text.h"

using namespace xb;
using namespace xb::experiment_text;

namespace {

const std::string kOneBound = "load = [0.2, 0.5]\n[expect]\nmeasure = \"throughput\"\nat-most = 1\n";

}  // namespace

TEST_CASE("an expectation that could not fail is bad input", "[testbenches]") {
  const auto with = [](const std::string& lines) {
    return message("load = [0.2, 0.5]\n[expect]\nmeasure = \"throughput\"\n" + lines);
  };
  for (const std::string number : {"nan", "inf", "-inf"}) {
    CAPTURE(number);
    CHECK(mentions(with("tolerance = 1\nvalues = " + number), {"x.toml:5:10: expect.values", "finite"}));
    CHECK(mentions(with("tolerance = 1\nvalues = [1, " + number + "]"), {"x.toml:5:14: expect.values"}));
    CHECK(mentions(with("tolerance = " + number + "\nvalues = 1"), {"x.toml:4:13: expect.tolerance"}));
    CHECK(mentions(with("at-least = " + number), {"x.toml:4:12: expect.at-least", "finite"}));
    CHECK(mentions(with("at-most = " + number), {"x.toml:4:11: expect.at-most", "finite"}));
  }
  CHECK(mentions(with("at-most = \"1\""), {"expect.at-most", "finite numbers"}));
  CHECK(mentions(with("at-most = true"), {"expect.at-most", "finite numbers"}));
  CHECK(mentions(with("at-least = 2\nat-most = 1"), {"expect.at-least: '2'", "at-most, 1"}));
  CHECK(mentions(with("at-least = 2\ntolerance = 1"), {"incomplete or too much", "at-least"}));
  CHECK(mentions(with("at-least = 2\nvalues = 1\ntolerance = 1"), {"incomplete or too much"}));
}

TEST_CASE("an expectation that cannot be met is bad input, with file and line", "[testbenches]") {
  const auto with = [](const std::string& lines) { return "load = [0.2, 0.5]\n[expect]\n" + lines; };
  const std::string rest = "tolerance = 1\nvalues = 1\n";
  CHECK(mentions(message(with("measure = \"delay\"\n" + rest)),
                 {"x.toml:3:11: expect.measure: 'delay'", "queueing.mean", "loss"}));
  CHECK(mentions(message(with("measure = \"occupancy.per_queue.99.mean\"\n" + rest)), {"per_queue.99"}));
  for (const std::string path :
       {"hol.blame", ".", "throughput.", ".throughput", "queueing/mean", "/throughput", "queueing~1mean",
        "throughput.mean", "occupancy.per_queue.-.mean", "occupancy.per_queue.01.mean",
        "occupancy.per_queue.99999999999999999999.mean"}) {
    CAPTURE(path);
    CHECK(mentions(message(with("measure = \"" + path + "\"\n" + rest)),
                   {"x.toml:3:11: expect.measure: '" + path + "' is not allowed; allowed: "}));
  }
  CHECK(mentions(message(with("measure = \"hosts\"\n" + rest)), {"'hosts'", "hosts.paging_hosts"}));
  const std::string nu = "measure = \"global_window.nu\"\n" + rest;
  CHECK(
      mentions(message("schedule = \"shift\"\nglobal-window = 9\n[expect]\n" + nu), {"'global_window.nu'"}));
  CHECK_NOTHROW(experiment("schedule = \"shift\"\nglobal-window = \"auto\"\n[expect]\n" + nu));
  const std::string lag = "measure = \"lag.by_rank.max\"\n" + rest;
  CHECK(mentions(message(with(lag)), {"'lag.by_rank.max'"}));
  CHECK_NOTHROW(experiment("reference = \"oq\"\n[expect]\n" + lag));
  CHECK(mentions(message(with("measure = \"throughput\"\ntheory = \"mine\"\ntolerance = 1\n")),
                 {"x.toml:4:10: expect.theory: 'mine'", "output-wait"}));
  CHECK(mentions(message(with("measure = \"throughput\"\ntheory = \"output-wait\"\ntolerance = 1\n")),
                 {"expect.theory", "covers"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nvalues = [1, 2, 3]\ntolerance = 1\n")),
                 {"3 values", "2 points"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nvalues = [\"x\"]\ntolerance = 1\n")), {"numbers"}));
  CHECK(mentions(message(with("measure = \"throughput\"\ntolerance = \"2\\u2030\"\nvalues = 1\n")),
                 {"x.toml:4:13: expect.tolerance"}));
  CHECK(
      mentions(message(with("measure = \"throughput\"\nper = \"day\"\n" + rest)), {"cycle beat slot cell"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nwithin = 1\n" + rest)),
                 {"unknown key 'expect.within'"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nvalues = 1\n")), {"incomplete", "tolerance"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nwhere = {load = 0.7}\n" + rest)), {"expect.where"}));
  CHECK(mentions(message(with("measure = \"throughput\"\nwhere = {load = 7}\n" + rest)), {"load: '7'"}));
  CHECK(mentions(message("packet = \"1..2\"\n[expect]\nmeasure = \"queueing.mean\"\nper = \"slot\"\n" + rest),
                 {"expect.per", "mixed"}));
}

TEST_CASE("lengths in bytes have measures of bytes, and others have not", "[testbenches]") {
  const std::string expect = "[expect]\nmeasure = \"wire_throughput\"\ntolerance = 1\nvalues = 1\n";
  CHECK(experiment("packet = \"64B\"\n" + expect).points().size() == 1);
  CHECK(experiment("packet = \"64B\"\ntopology = \"two-switches(2,2)\"\n" + expect).points().size() == 1);
  CHECK(mentions(message("packet = 4\n" + expect), {"expect.measure: 'wire_throughput'"}));
}

TEST_CASE("what an expectation says of its source is checked", "[testbenches]") {
  const auto with = [](const std::string& lines) { return message(kOneBound + lines); };
  CHECK_NOTHROW(experiment(kOneBound + "origin = \"printed\""));
  CHECK(mentions(with("origin = \"print\""), {"x.toml:5:10: expect.origin: 'print'",
                                              "printed equation literature independent regression"}));
  CHECK_NOTHROW(experiment(kOneBound + "origin = \"equation\"\nrefuted = \"why\""));
  for (const std::string origin : {"", "origin = \"regression\"\n"})
    CHECK(mentions(with(origin + "refuted = \"why\""), {"expect.refuted", "origin that is not regression"}));
  const std::string what = "origin = \"printed\"\nclaim = \"c\"\n", why = "not-testable = \"why\"\n";
  CHECK_NOTHROW(experiment("[expect]\n" + what + why));
  CHECK(mentions(with(what + why), {"x.toml:7:16: expect.not-testable", "and nothing else"}));
  for (const std::string part : {"origin = \"printed\"\n", "claim = \"c\"\n"})
    CHECK(mentions(message("[expect]\n" + part + why), {"expect.not-testable", "with claim and origin"}));
}

TEST_CASE("the point that a ratio is to has to be there, and another one", "[testbenches]") {
  const auto with = [](const std::string& lines) { return message(kOneBound + lines); };
  CHECK_NOTHROW(experiment(kOneBound + "where = {load = 0.5}\nover = {load = 0.2}"));
  CHECK(mentions(with("over = {load = 0.2}"), {"x.toml:5:8: expect.over", "values that it does not have"}));
  CHECK(mentions(with("where = {load = 0.5}\nover = {load = 0.3}"), {"expect.over", "no such point"}));
  CHECK(mentions(with("over = {load = [0.2, 0.5]}"), {"expect.over", "each with one value"}));
  CHECK(mentions(with("over = {lod = 0.2}"), {"lod"}));
  CHECK(mentions(with("over = 1"), {"expect.over: '1' is not allowed; allowed: a table"}));
}
