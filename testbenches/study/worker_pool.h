// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "host/base/descriptor.h"
#include "testbenches/process/interrupt.h"

namespace xb {

/// What a worker says of the task that it was given, or that it is gone.
struct WorkerReport {
  enum class Kind { Done, Failed, Stop, Note, Died };
  Kind kind;
  std::size_t task = 0;
  std::string text;  ///< why all work must stop; a note, empty at its end; how it died
};

/// Processes that do one task after the other, each a number. A worker ends with this process, however that
/// ends. Signals: InterruptsCounted must live.
class WorkerPool {
 public:
  /// Called in a worker: does the task, and says whether it was done; what it throws stops all work.
  using Work = std::function<bool(std::size_t task)>;

  WorkerPool(unsigned workers, Work work);
  /// Kills those that are left.
  ~WorkerPool();

  /// Whether a worker, if need be a new one, takes a task.
  [[nodiscard]] bool has_room() const { return busy_ < most_; }
  [[nodiscard]] unsigned busy() const { return busy_; }
  /// Throws RunError if no process can be had.
  void give(std::size_t task);
  /// Tasks are given to new workers from now on, which know what this process does now; the others end.
  void renew();
  /// The next report; nothing after `milliseconds`, or a signal.
  std::optional<WorkerReport> next(int milliseconds);
  /// Lets idle workers end, and waits for them. None may be busy.
  void finish();

 private:
  struct Worker {
    pid_t pid = 0;
    Descriptor tasks{-1}, reports{-1};
    std::string said;
    std::optional<std::size_t> task;
    std::unique_ptr<OnInterrupt> undo;
    bool ends = false;  // takes no more tasks
  };

  Worker& start();
  [[noreturn]] void serve(int tasks, int reports) const;
  std::optional<WorkerReport> read_from(Worker& worker);
  std::optional<WorkerReport> said_by(Worker& worker);
  WorkerReport died(Worker& worker);
  static int end_of(Worker& worker);

  unsigned most_, busy_ = 0;
  Work work_;
  std::deque<Worker> workers_;
};

}  // namespace xb
