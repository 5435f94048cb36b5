// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/publisher.h"

#include <chrono>
#include <exception>
#include <iterator>
#include <utility>

#include "testbenches/process/interrupt.h"

namespace xb {
namespace {

constexpr std::size_t kMostBehind = 128;  // points: what a power failure may take besides those that run

}  // namespace

Publisher::Publisher(const StudyFolder& folder) : folder_(folder) {
  const SignalsHeld held;  // the thread gets none
  thread_ = std::thread([this] { work(); });
}

Publisher::~Publisher() { finish(); }

void Publisher::finish() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
  }
  given_.notify_one();
  thread_.join();
}

void Publisher::stop() {
  stopped_ = true;
  finish();
}

bool Publisher::has_room() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return count_ < kMostBehind;
}

bool Publisher::is_busy() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return count_ > 0;
}

void Publisher::give(WrittenPoint point) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.push_back(std::move(point));
    ++count_;
  }
  given_.notify_one();
}

std::vector<WrittenPoint> Publisher::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  count_ -= published_.size();
  return std::exchange(published_, {});
}

void Publisher::wait(int milliseconds) {
  std::unique_lock<std::mutex> lock(mutex_);
  done_.wait_for(lock, std::chrono::milliseconds(milliseconds),
                 [this] { return !published_.empty() || count_ == 0; });
}

void Publisher::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    given_.wait(lock, [this] { return !waiting_.empty() || ends_; });
    if (waiting_.empty()) return;
    std::deque<WrittenPoint> batch = std::exchange(waiting_, {});
    lock.unlock();
    publish(batch);
    lock.lock();
    std::move(batch.begin(), batch.end(), std::back_inserter(published_));
    done_.notify_one();
  }
}

void Publisher::publish(std::deque<WrittenPoint>& batch) {
  if (batch.size() > 1) {
    for (const WrittenPoint& point : batch) folder_.begin_sync(point.hash);
  }
  for (WrittenPoint& point : batch) {
    if (stopped_) {
      point.error = why_stopped_;
      continue;
    }
    try {
      folder_.publish(point.hash, point.outcome);
    } catch (const std::exception& error) {  // a FolderError, or no memory for it
      point.error = why_stopped_ = error.what();
      stopped_ = true;
    }
  }
}

}  // namespace xb
