// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/thread_team.h"

#include <csignal>

namespace xb {

ThreadTeam::ThreadTeam(unsigned workers) {
  // Signals are for the thread that knows what to do about them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (unsigned worker = 1; worker < workers; ++worker)
    threads_.emplace_back([this, worker] { serve(worker); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ThreadTeam::~ThreadTeam() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    over_ = true;
  }
  begin_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::run(const std::function<void(unsigned)>& work) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    work_ = &work;
    left_ = threads_.size();
    ++round_;
  }
  begin_.notify_all();
  work(0);
  std::unique_lock<std::mutex> lock(mutex_);
  done_.wait(lock, [this] { return left_ == 0; });
}

void ThreadTeam::serve(unsigned worker) {
  std::unique_lock<std::mutex> lock(mutex_);
  for (std::uint64_t seen = 0;; ++seen) {
    begin_.wait(lock, [&] { return over_ || round_ != seen; });
    if (over_) return;
    lock.unlock();
    (*work_)(worker);
    lock.lock();
    if (--left_ == 0) done_.notify_one();
  }
}

}  // namespace xb
