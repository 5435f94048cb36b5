// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/cluster_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "host/base/errors.h"
#include "testbenches/cluster/chunk_book.h"
#include "testbenches/cluster/chunk_file.h"
#include "testbenches/cluster/chunk_losses.h"
#include "testbenches/cluster/chunk_size.h"
#include "testbenches/study/missing_points.h"

namespace xb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kFirstChunks = 4;     // while nothing is known of how long points take
constexpr std::size_t kBatch = 500;         // of a batch
constexpr std::size_t kMostPoints = 10000;  // of a chunk
constexpr std::size_t kSample = 50;         // results of before that say how long points take
constexpr double kRefusedPeriods = 10;      // of the queue, until one that is full is asked again

/// One run of a study on a queue, from the missing points to the last.
class ClusterRun {
 public:
  ClusterRun(Study& study, const ClusterOptions& options, ChunkQueue& queue, MissingPoints missing)
      : study_(study),
        options_(options),
        queue_(queue),
        origin_(origin_here()),
        book_(study, origin_),
        progress_(missing.counts(), options.quiet),
        size_(options.chunk_seconds),
        losses_(study) {
    outcome_.damaged = missing.damaged();
    while (!missing.empty()) missing_.push_back(missing.take());
  }

  StudyOutcome go() {
    begin();
    while (!book_.open().empty() || (goes_on() && !missing_.empty()) || winds_up()) {
      collect();
      look_at_queue();
      take_stops();
      if (goes_on()) submit();
      progress_.show(running_);
      pause();
      take_interrupts();
    }
    queue_.cancel_waiting();  // what it has twice
    std::error_code ignored;
    fs::remove_all(chunks_folder(study_.folder), ignored);
    study_.folder.take_leftovers();
    sync_results(study_.folder, outcome_);
    outcome_.left = missing_.size();
    return outcome_;
  }

 private:
  void begin() {
    if (options_.retry_failed) {
      for (const std::size_t n : missing_) study_.folder.remove_failure(study_.points.hash(n));
    }
    std::size_t sample = 0;
    for (const StudyPoint& point : study_.points) {
      if (sample == kSample) break;
      if (learn(point)) ++sample;
    }
    book_.adopt(queue_.prefix(), missing_);
    if (book_.open().empty()) study_.folder.take_leftovers();
    losses_.begin();
  }

  /// What a result's provenance says of time, if there is one.
  bool learn(const StudyPoint& point) {
    const Json notes = study_.folder.provenance(point.hash);
    if (!notes.is_object() || !notes.contains("wall_seconds")) return false;
    size_.took(cost_of(point.config()), notes["wall_seconds"].get<double>());
    return true;
  }

  [[nodiscard]] bool goes_on() const { return !outcome_.interrupted && outcome_.stopped.empty(); }
  /// A command per chunk is waited for, although its points are done.
  [[nodiscard]] bool winds_up() const { return !queue_.outlives_runner() && !states_.empty(); }

  /// Takes what is in the folder.
  void collect() {
    const auto results = study_.folder.results(), failures = study_.folder.failures();
    for (auto at = book_.open().begin(); at != book_.open().end();) {
      std::vector<std::size_t> left;
      for (const std::size_t n : at->second.points) {
        if (!is_taken(n, results, failures)) left.push_back(n);
      }
      at->second.has_begun = at->second.has_begun || left.size() < at->second.points.size();
      at->second.points = std::move(left);
      if (!at->second.points.empty()) {
        ++at;
        continue;
      }
      book_.withdraw(at->first);
      at = book_.open().erase(at);
    }
  }

  bool is_taken(std::size_t n, const std::vector<std::string>& results,
                const std::vector<std::string>& failures) {
    const std::string hash = study_.points.hash(n);
    const auto in = [&](const std::vector<std::string>& names) {
      return std::binary_search(names.begin(), names.end(), hash);
    };
    if (!in(results) && !in(failures)) return false;
    const StudyPoint point = study_.points[n];
    if (in(results) && study_.folder.has_result(hash)) {
      learn(point);
      progress_.counts().done(cost_of(point.config()));
      return true;
    }
    if (!in(failures) || !study_.folder.has_failure(hash)) return false;
    progress_.counts().failed(cost_of(point.config()));
    return true;
  }

  void look_at_queue() {
    const double now = steady_seconds();
    if (now < next_look_) return;
    auto states = queue_.states();
    next_look_ = steady_seconds() + queue_.period();
    if (states.has_value() != answers_) progress_.note(states ? "" : "waiting for an answer of the queue");
    answers_ = states.has_value();
    if (!states) return;
    states_ = std::move(*states);
    running_ = static_cast<unsigned>(std::count_if(
        states_.begin(), states_.end(), [](const auto& s) { return s.second == ChunkState::Running; }));
    if (running_ > 0 && first_running_ == 0) first_running_ = now;
    const std::vector<ChunkId> ghosts = book_.ghosts_in(states_);
    if (!ghosts.empty()) queue_.cancel(ghosts);
    for (const ChunkId& id : book_.lost_in(states_)) lose(id);
  }

  /// Its job is neither in the queue, nor are all its results in the folder.
  void lose(const ChunkId& id) {
    book_.withdraw(id);
    const OpenChunk chunk = std::move(book_.open()[id]);
    book_.open().erase(id);
    ChunkLosses::Verdict verdict;
    if (goes_on())
      verdict = losses_.take(chunk);
    else
      verdict.again = chunk.points;
    missing_.insert(missing_.begin(), verdict.again.begin(), verdict.again.end());
    for (const std::size_t n : verdict.failed) fail(n);
    if (verdict.hopeless)
      outcome_.stopped = fmt::format("a job has been lost {} times before it began; {}",
                                     ChunkLosses::kMostLosses, end_of_log(book_.file_of(id)));
  }

  void fail(std::size_t n) {
    const StudyPoint& point = study_.points[n];
    try {
      commit_lost_point(study_, point, fmt::format("its job was lost {} times", ChunkLosses::kMostAttempts),
                        origin_);
      progress_.counts().failed(cost_of(point.config()));
    } catch (const FolderError& error) {
      outcome_.stopped = error.what();
      missing_.push_front(n);
    }
  }

  /// What workers say that all must end.
  void take_stops() {
    if (!goes_on()) return;
    for (const auto& [id, chunk] : book_.open()) {
      outcome_.stopped = stop_of(book_.file_of(id));
      if (!outcome_.stopped.empty()) break;
    }
    if (!outcome_.stopped.empty()) take_back();
  }

  void take_back() {
    book_.withdraw_all();
    queue_.cancel_waiting();
  }

  /// Whether it is time to learn how long points take, by a few of them.
  [[nodiscard]] bool is_first() const {
    const bool are_long = first_running_ > 0 && steady_seconds() - first_running_ > options_.chunk_seconds;
    return !size_.is_known() && !are_long;
  }

  void submit() {
    const std::size_t most = queue_.most(), busy = std::max(book_.open().size(), states_.size());
    if (missing_.empty() || steady_seconds() < next_submit_ || busy >= most) return;
    std::size_t room = std::min(most - busy, kBatch);
    if (is_first()) {
      if (!book_.open().empty()) return;
      room = std::min(room, kFirstChunks);
    } else if (room < most / 10) {
      return;
    }
    try {
      const fs::path folder = book_.new_batch(queue_.prefix());
      unsigned count = 0;
      while (count < room && !missing_.empty()) {
        cut();
        ++count;
      }
      try {
        queue_.submit(folder, count);
      } catch (const RunError& error) {
        refused(folder.filename().string(), error.what());
      }
    } catch (const FolderError& error) {
      outcome_.stopped = error.what();
    }
    if (!outcome_.stopped.empty()) take_back();
  }

  /// The next chunk.
  void cut() {
    const auto cost = [&](std::size_t n) { return cost_of(study_.points[missing_[n]].config()); };
    const std::size_t count = size_.points(std::min(missing_.size(), kMostPoints), cost);
    const auto end = missing_.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<std::size_t> points(missing_.begin(), end);
    missing_.erase(missing_.begin(), end);
    book_.add(std::move(points));
  }

  /// A queue that has other chunks of ours may be full; one without never takes any.
  void refused(const std::string& batch, const std::string& message) {
    bool others = false;
    for (auto at = book_.open().begin(); at != book_.open().end();) {
      if (at->first.first != batch) {
        others = true;
        ++at;
        continue;
      }
      book_.withdraw(at->first);
      missing_.insert(missing_.end(), at->second.points.begin(), at->second.points.end());
      at = book_.open().erase(at);
    }
    next_submit_ = steady_seconds() + kRefusedPeriods * queue_.period();
    if (others) return progress_.note(message);
    outcome_.stopped = message;
  }

  void pause() {
    constexpr double kLeast = 0.05, kMost = 1;
    const double most = std::clamp(queue_.period(), kLeast, kMost);
    const double look = std::clamp(next_look_ - steady_seconds(), kLeast, most);
    usleep(static_cast<useconds_t>(std::min(look, progress_.milliseconds() / 1000.0) * 1e6));
  }

  void take_interrupts() {
    const unsigned count = InterruptsCounted::count();
    if (count > 1) {
      queue_.cancel_all();
      withdraw_chunks(study_.folder);
      OnInterrupt::undo_all(true);
      study_.folder.take_leftovers();
      end_as_interrupted();
    }
    if (count == 0 || outcome_.interrupted) return;
    outcome_.interrupted = true;
    progress_.say("interrupted: waiting for the points that run; once more to stop now");
    take_back();
  }

  Study& study_;
  const ClusterOptions& options_;
  ChunkQueue& queue_;
  Json origin_;
  ChunkBook book_;
  std::deque<std::size_t> missing_;
  StudyProgress progress_;
  ChunkSize size_;
  ChunkLosses losses_;
  StudyOutcome outcome_;
  ChunkQueue::States states_;
  unsigned running_ = 0;
  bool answers_ = true;
  double next_look_ = 0, next_submit_ = 0, first_running_ = 0;  ///< steady seconds
};

}  // namespace

StudyOutcome run_on_cluster(Study& study, const ClusterOptions& options, ChunkQueue& queue) {
  const InterruptsCounted counted;
  return ClusterRun(study, options, queue, MissingPoints(study, options.retry_failed)).go();
}

void withdraw_chunks(const StudyFolder& folder) {
  std::error_code ignored;
  fs::remove_all(chunks_folder(folder), ignored);
}

}  // namespace xb
