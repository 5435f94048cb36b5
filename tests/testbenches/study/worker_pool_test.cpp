// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/worker_pool.h"

#include <signal.h>
#include <unistd.h>

#include <map>
#include <memory>
#include <stdexcept>

#include "tests/catch.h"

using namespace xb;

namespace {

using Kind = WorkerReport::Kind;

WorkerReport wait_for_report(WorkerPool& pool) {
  for (;;) {
    if (auto report = pool.next(1000)) return *report;
  }
}

}  // namespace

TEST_CASE("workers do the tasks they are given, and say how it went", "[testbenches]") {
  const InterruptsCounted counted;
  WorkerPool pool(3, [](std::size_t task) { return task % 2 == 0; });
  std::map<std::size_t, Kind> said;
  for (std::size_t task = 0; task < 50 || pool.busy() > 0;) {
    if (task < 50 && pool.has_room()) {
      pool.give(task++);
      CHECK(pool.busy() <= 3);
      continue;
    }
    const WorkerReport report = wait_for_report(pool);
    CHECK(said.emplace(report.task, report.kind).second);
  }
  pool.finish();
  REQUIRE(said.size() == 50);
  for (const auto& [task, kind] : said) CHECK(kind == (task % 2 == 0 ? Kind::Done : Kind::Failed));
}

TEST_CASE("a worker that dies is reported with its task, and replaced", "[testbenches]") {
  const InterruptsCounted counted;
  WorkerPool pool(1, [](std::size_t task) {
    if (task == 7) raise(SIGKILL);
    if (task == 8) _exit(4);
    return true;
  });
  for (const std::size_t task : {7U, 8U, 9U}) {
    pool.give(task);
    const WorkerReport report = wait_for_report(pool);
    CHECK(report.task == task);
    CHECK(report.kind == (task == 9 ? Kind::Done : Kind::Died));
    if (task == 7) CHECK(report.text == "a worker process died (signal 9)");
    if (task == 8) CHECK(report.text == "a worker process died (status 4)");
    CHECK(pool.has_room());
  }
}

TEST_CASE("what a worker throws stops the work, and says why", "[testbenches]") {
  const InterruptsCounted counted;
  WorkerPool pool(2, [](std::size_t) -> bool { throw std::runtime_error("no\nroom"); });
  pool.give(5);
  const WorkerReport report = wait_for_report(pool);
  CHECK(report.kind == Kind::Stop);
  CHECK(report.task == 5);
  CHECK(report.text == "no room");
}

TEST_CASE("an interrupt that came before counts for what begins inside", "[testbenches]") {
  const auto before = signal(SIGINT, SIG_DFL);  // whoever runs this may ignore it
  auto outer = std::make_unique<InterruptsCounted>();
  raise(SIGINT);
  {
    const InterruptsCounted inner;
    CHECK(InterruptsCounted::count() == 1);
    raise(SIGINT);
  }
  CHECK(InterruptsCounted::count() == 2);
  outer.reset();
  signal(SIGINT, before);
}
