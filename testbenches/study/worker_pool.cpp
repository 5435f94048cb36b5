// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/worker_pool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "host/base/errors.h"
#include "testbenches/process/child_process.h"
#include "testbenches/terminal/progress_line.h"

namespace xb {
namespace {

// First byte of what a worker says; a line each. N is a note's (progress_line.h).
constexpr char kSaysDone = 'D', kSaysFailed = 'F', kSaysStop = 'X', kSaysNote = 'N';

bool write_line(int fd, std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return write_all(fd, text + '\n');
}

/// The next line, or nothing at the end.
std::optional<std::string> read_line(int fd) {
  std::string line;
  for (char c = 0;;) {
    if (TEMP_FAILURE_RETRY(::read(fd, &c, 1)) <= 0) return {};
    if (c == '\n') return line;
    line += c;
  }
}

/// For reading, for writing.
std::pair<Descriptor, Descriptor> worker_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw RunError("no pipe for a worker process");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

}  // namespace

WorkerPool::WorkerPool(unsigned workers, Work work) : most_(workers), work_(std::move(work)) {}

WorkerPool::~WorkerPool() {
  for (const Worker& worker : workers_) kill(worker.pid, SIGKILL);
  finish();
}

/// Its status, at its end.
int WorkerPool::end_of(Worker& worker) {
  worker.reports.shut();
  wait_for(worker.pid);
  worker.undo.reset();
  return status_of(worker.pid);
}

void WorkerPool::serve(int tasks, int reports) const {
  leave_interrupts_to_parent();
  tell_progress_to(reports);
  try {
    while (const auto line = read_line(tasks)) {
      const bool done = work_(std::strtoul(line->c_str(), nullptr, 10));
      if (!write_line(reports, std::string(1, done ? kSaysDone : kSaysFailed))) break;
    }
  } catch (const std::exception& error) {
    write_line(reports, kSaysStop + std::string(error.what()));
  }
  std::fflush(nullptr);
  _exit(0);
}

WorkerPool::Worker& WorkerPool::start() {
  auto [tasks, to_worker] = worker_pipe();
  auto [from_worker, reports] = worker_pipe();
  std::fflush(nullptr);
  std::optional<SignalsHeld> held{std::in_place};
  const pid_t pid = fork_child(SIGKILL);
  if (pid == 0) {
    held.reset();
    to_worker.shut();
    from_worker.shut();
    for (Worker& other : workers_) {  // so that each sees the end of its own
      other.tasks.shut();
      other.reports.shut();
    }
    serve(tasks.number(), reports.number());
  }
  if (pid < 0) throw RunError("no worker process");
  Worker& worker = workers_.emplace_back();
  worker.pid = pid;
  worker.tasks = std::move(to_worker);
  worker.reports = std::move(from_worker);
  worker.undo = std::make_unique<OnInterrupt>(pid);
  return worker;
}

void WorkerPool::give(std::size_t task) {
  const auto idle =
      std::find_if(workers_.begin(), workers_.end(), [](const Worker& w) { return !w.task && !w.ends; });
  Worker& worker = idle != workers_.end() ? *idle : start();
  worker.task = task;
  ++busy_;
  write_line(worker.tasks.number(), std::to_string(task));  // a worker that is gone will be seen to be
}

void WorkerPool::renew() {
  for (Worker& worker : workers_) {
    if (!worker.ends && !worker.task) worker.tasks.shut();
    worker.ends = true;
  }
}

WorkerReport WorkerPool::died(Worker& worker) {
  worker.tasks.shut();
  const int status = end_of(worker);
  WorkerReport report{WorkerReport::Kind::Died, worker.task.value_or(0), {}};
  report.text = WIFSIGNALED(status) ? fmt::format("a worker process died (signal {})", WTERMSIG(status))
                                    : fmt::format("a worker process died (status {})", WEXITSTATUS(status));
  if (worker.task) --busy_;
  workers_.erase(
      std::find_if(workers_.begin(), workers_.end(), [&](const Worker& w) { return &w == &worker; }));
  return report;
}

std::optional<WorkerReport> WorkerPool::said_by(Worker& worker) {
  const std::size_t end = worker.said.find('\n');
  if (end == std::string::npos) return {};
  const char what = worker.said[0];
  WorkerReport report{WorkerReport::Kind::Note, worker.task.value_or(0), worker.said.substr(1, end - 1)};
  worker.said.erase(0, end + 1);
  if (what == kSaysNote) return report;
  if (what == kSaysStop) report.kind = WorkerReport::Kind::Stop;
  if (what == kSaysDone) report.kind = WorkerReport::Kind::Done;
  if (what == kSaysFailed) report.kind = WorkerReport::Kind::Failed;
  worker.task.reset();
  --busy_;
  if (worker.ends) worker.tasks.shut();
  return report;
}

std::optional<WorkerReport> WorkerPool::read_from(Worker& worker) {
  char buffer[4096];
  const ssize_t n = TEMP_FAILURE_RETRY(::read(worker.reports.number(), buffer, sizeof buffer));
  if (n > 0) {
    worker.said.append(buffer, static_cast<std::size_t>(n));
    return said_by(worker);
  }
  const bool was_busy = worker.task.has_value();
  const WorkerReport report = died(worker);
  if (!was_busy) return {};
  return report;
}

std::optional<WorkerReport> WorkerPool::next(int milliseconds) {
  for (Worker& worker : workers_) {
    if (auto report = said_by(worker)) return report;
  }
  std::vector<pollfd> waiting;
  for (const Worker& worker : workers_) waiting.push_back({worker.reports.number(), POLLIN, 0});
  if (poll(waiting.data(), waiting.size(), milliseconds) <= 0) return {};
  for (std::size_t n = 0; n < waiting.size(); ++n) {
    if (waiting[n].revents != 0) return read_from(workers_[n]);
  }
  return {};
}

void WorkerPool::finish() {
  for (Worker& worker : workers_) worker.tasks.shut();
  for (Worker& worker : workers_) end_of(worker);
  workers_.clear();
}

}  // namespace xb
