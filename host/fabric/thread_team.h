// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace xb {

/// Threads that do one piece of work after the other together with the thread that gives it to them. Between
/// pieces they sleep: a machine may have less to give than it has cores.
class ThreadTeam {
 public:
  /// Of `workers` with the calling thread, at least 1.
  explicit ThreadTeam(unsigned workers);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// Calls work(0) here and work(1), work(2) ... in the others at once; returns when all are done. `work`
  /// does not throw.
  void run(const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned worker);

  std::mutex mutex_;
  std::condition_variable begin_, done_;
  const std::function<void(unsigned)>* work_ = nullptr;
  std::uint64_t round_ = 0;  // pieces that have begun
  std::size_t left_ = 0;     // threads at work
  bool over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace xb
