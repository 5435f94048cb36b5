// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "testbenches/study/study_folder.h"

namespace xb {

/// A point that a worker has written, to be published.
struct WrittenPoint {
  std::size_t number;  ///< in the study, from 0
  std::string hash;
  double cost;
  PointOutcome outcome;
  std::string error = {};  ///< why it could not be published; empty: it was
};

/// Publishes points in a thread of its own, in the order in which they come: the disk takes its time, and
/// meanwhile the workers get their next points. After one that could not be published it tries no other: they
/// stay aside, where the study's next run finds them.
class Publisher {
 public:
  explicit Publisher(const StudyFolder& folder);
  /// Publishes what it has.
  ~Publisher();

  /// Whether it is not so far behind that it should get no more.
  [[nodiscard]] bool has_room() const;
  /// Whether there is something that take() has not given.
  [[nodiscard]] bool is_busy() const;
  void give(WrittenPoint point);
  /// What it has done since the last time.
  std::vector<WrittenPoint> take();
  /// Until it has done something, or for so long.
  void wait(int milliseconds);
  /// Publishes what it has, and is done.
  void finish();
  /// Is done after the point that it publishes; the others stay aside.
  void stop();

 private:
  void work();
  void publish(std::deque<WrittenPoint>& batch);

  const StudyFolder& folder_;
  mutable std::mutex mutex_;
  std::condition_variable given_, done_;
  std::deque<WrittenPoint> waiting_;
  std::vector<WrittenPoint> published_;
  std::size_t count_ = 0;  // that were given and not taken
  bool ends_ = false;
  std::atomic<bool> stopped_ = false;
  std::string why_stopped_ = "stopped";  // of its thread
  std::thread thread_;
};

}  // namespace xb
