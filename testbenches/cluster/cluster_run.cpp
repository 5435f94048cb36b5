// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/cluster_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/process/names.h"
#include "testbenches/sources/digest.h"
#include "testbenches/study/missing_points.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSharesPerChunk = 4;  // that the queue takes at a time: what ends late is small
constexpr std::size_t kMostShares = 1000;   // numbers that job arrays of most clusters have
constexpr std::size_t kBatch = 500;         // chunks
constexpr double kRefusedPeriods = 10;      // of the queue, until one that is full is asked again
constexpr unsigned kUnseenIsLost = 2;       // times in turn
constexpr unsigned kMostAttempts = 3;       // of a point whose job is lost with the point in hand
constexpr unsigned kMostLosses = 5;         // in turn, of jobs of a share that finish nothing

fs::path chunks_folder(const StudyFolder& folder) { return fs::absolute(folder.path()) / "chunks"; }

/// Over which shares are cut (chunk_file.h). A search has points at any time.
std::size_t parts_of(const StudyPoints& points) {
  const std::size_t searches = points.size() > 0 ? points.back().search : 0;
  return searches > 0 ? searches : points.size();
}

/// One run of a study on a queue, from the missing points to the last.
class ClusterRun {
 public:
  ClusterRun(Study& study, const ClusterOptions& options, ChunkQueue& queue, MissingPoints missing)
      : study_(study),
        options_(options),
        queue_(queue),
        searches_(study.points.size() > 0 && study.points.front().search > 0),
        shares_(std::clamp<std::size_t>(kSharesPerChunk * queue.most(), 1,
                                        std::clamp<std::size_t>(parts_of(study.points), 1, kMostShares))),
        progress_(missing.counts(), options.quiet) {
    outcome_.damaged = missing.damaged();
    while (!missing.empty()) missing_.push_back(missing.take());
    constexpr std::size_t kDigits = 4;
    const std::string what = fmt::format("{} {} {}", shares_.size(), options.command.directory,
                                         fmt::join(options.command.words, " "));
    prefix_ = queue.prefix() + digest_of(what).substr(0, kDigits) + "-";
  }

  StudyOutcome go() {
    for (const std::size_t n : missing_) {
      if (options_.retry_failed) study_.folder.remove_failure(study_.points.hash(n));
    }
    if (!adopt()) study_.folder.take_leftovers();
    collect();
    while (in_queue() > 0 || (goes_on() && !missing_.empty()) || winds_up()) {
      look_at_queue();
      if (goes_on()) submit();
      progress_.show(running_);
      pause();
      take_interrupts();
      collect();
    }
    cancel_waiting();  // what it has twice
    withdraw_chunks(study_.folder);
    study_.folder.take_leftovers();
    sync_results(study_.folder, outcome_);
    outcome_.left = missing_.size();
    return outcome_;
  }

 private:
  struct Work {                          // of a share
    std::size_t left = 0, finished = 0;  ///< points
    unsigned losses = 0;                 ///< in turn, of jobs that finished nothing
    std::string batch;       ///< of its chunk in the queue, as far as is known; empty: it has none
    std::size_t before = 0;  ///< points that were finished when that was submitted
    unsigned unseen = 0;     ///< times in turn that the queue did not have it
  };

  [[nodiscard]] Work& work_of(std::size_t n) {
    const std::size_t part = searches_ ? study_.points[n].search - 1 : n;
    return shares_[part % shares_.size()];
  }
  [[nodiscard]] std::size_t in_queue() const {
    return count_if(shares_, [](const Work& work) { return !work.batch.empty(); });
  }
  [[nodiscard]] ChunkId chunk_of(const Work& work) const {
    return {work.batch, static_cast<unsigned>(&work - shares_.data()) + 1};
  }
  [[nodiscard]] fs::path file_of(const ChunkId& chunk) const {
    return chunks_folder(study_.folder) / chunk.first / std::to_string(chunk.second);
  }

  /// Takes over chunks of an earlier run of the same; all others are taken back. Whether there are any.
  bool adopt() {
    std::error_code error;
    for (const auto& batch : fs::directory_iterator(chunks_folder(study_.folder), error)) {
      const std::string name = batch.path().filename().string();
      if (!queue_.outlives_runner() || name.rfind(prefix_, 0) != 0) {
        fs::remove_all(batch.path(), error);
        continue;
      }
      for (const auto& entry : fs::directory_iterator(batch.path(), error)) {
        std::size_t number = 0;
        if (parse_number(entry.path().filename().string(), 1, static_cast<double>(shares_.size()), number))
          shares_[number - 1].batch = name;
      }
    }
    return in_queue() > 0;
  }

  [[nodiscard]] bool goes_on() const { return !outcome_.interrupted && outcome_.stopped.empty(); }
  /// A command per chunk is waited for, although its points are done.
  [[nodiscard]] bool winds_up() const { return !queue_.outlives_runner() && !states_.empty(); }

  /// Takes what is in the folder.
  void collect() {
    const auto results = study_.folder.results(), failures = study_.folder.failures();
    const auto in = [](const std::vector<std::string>& names, const std::string& hash) {
      return std::binary_search(names.begin(), names.end(), hash);
    };
    for (Work& work : shares_) work.left = 0;
    const auto is_over = [&](std::size_t n) {
      const std::string hash = study_.points.hash(n);
      const bool done = in(results, hash) && study_.folder.has_result(hash);
      const bool over = done || (in(failures, hash) && study_.folder.has_failure(hash));
      Work& work = work_of(n);
      ++(over ? work.finished : work.left);
      if (!over) return false;
      const double cost = study_.points[n].cost;
      done ? progress_.counts().done(cost) : progress_.counts().failed(cost);
      return true;
    };
    erase_if(missing_, is_over);
    for (Work& work : shares_) {
      if (work.left == 0) close(work);
    }
  }

  /// Its worker ends after the point in hand.
  void close(Work& work) const {
    withdraw(work);
    work.batch.clear();
  }
  void withdraw(const Work& work) const {
    std::error_code ignored;
    if (!work.batch.empty()) fs::remove(file_of(chunk_of(work)), ignored);
  }

  void look_at_queue() {
    if (steady_seconds() < next_look_) return;
    auto states = queue_.states();
    next_look_ = steady_seconds() + queue_.period();
    if (states.has_value() != answers_) progress_.note(states ? "" : "waiting for an answer of the queue");
    answers_ = states.has_value();
    if (!states) return;
    states_ = std::move(*states);
    running_ = static_cast<unsigned>(
        count_if(states_, [](const auto& s) { return s.second == ChunkState::Running; }));
    for (Work& work : shares_) {
      if (work.batch.empty()) continue;
      work.unseen = states_.count(chunk_of(work)) > 0 ? 0 : work.unseen + 1;
      if (work.unseen >= kUnseenIsLost) take_end(work);
    }
  }

  /// Its job is not in the queue, and points of its share are missing: its time was over, or it was lost.
  void take_end(Work& work) {
    const fs::path file = file_of(chunk_of(work));
    close(work);
    if (!goes_on()) return;
    const bool began = fail_points_of(worker_name(file)) || work.finished > work.before;
    work.losses = began ? 0 : work.losses + 1;
    if (work.losses == kMostLosses)
      outcome_.stopped =
          fmt::format("a job has been lost {} times before it began; {}", kMostLosses, end_of_log(file));
  }

  /// Points that it had in hand, of which those have failed that were in hand too often. Whether there are
  /// any.
  bool fail_points_of(const std::string& worker) {
    bool any = false;
    for (const std::string& name : study_.folder.leftovers()) {
      const std::size_t dot = std::min(name.find('.'), name.size());
      const std::string hash = name.substr(0, dot);
      if (name.substr(dot) != "." + worker) continue;
      any = true;
      if (study_.folder.publish_leftover(name) || ++attempts_[hash] < kMostAttempts) continue;
      for (const std::size_t n : missing_) {
        if (study_.points.hash(n) == hash) fail(n);
      }
    }
    return any;
  }

  void fail(std::size_t n) {
    try {
      commit_lost_point(study_, study_.points[n], fmt::format("its job was lost {} times", kMostAttempts),
                        origin_here());
    } catch (const FolderError& error) {
      outcome_.stopped = error.what();
    }
  }

  void cancel_waiting() {
    queue_.cancel([](const ChunkId&, ChunkState state) { return state == ChunkState::Waiting; });
  }

  void take_back() {
    for (const Work& work : shares_) withdraw(work);
    cancel_waiting();
  }

  void submit() {
    const std::size_t most = queue_.most(), open = in_queue();
    // A command that winds up has its slot; a batch system may list for long what has ended.
    const std::size_t busy = queue_.outlives_runner() ? open : std::max(open, states_.size());
    if (steady_seconds() < next_submit_ || busy >= most || most - busy < most / 10) return;
    const std::size_t room = std::min(most - busy, kBatch);
    std::vector<unsigned> numbers;
    for (Work& work : shares_) {
      if (work.left > 0 && work.batch.empty() && numbers.size() < room)
        numbers.push_back(chunk_of(work).second);
    }
    if (numbers.empty()) return;
    constexpr std::size_t kDigits = 8;
    const std::string batch = prefix_ + random_name().substr(0, kDigits);
    try {
      submit(batch, numbers);
    } catch (const FolderError& error) {
      outcome_.stopped = error.what();
    } catch (const RunError& refusal) {
      // A queue that has other chunks of ours may be full; one without never takes any.
      for (const unsigned number : numbers) close(shares_[number - 1]);
      next_submit_ = steady_seconds() + kRefusedPeriods * queue_.period();
      if (open > 0)
        progress_.note(refusal.what());
      else
        outcome_.stopped = refusal.what();
    }
    if (!outcome_.stopped.empty()) take_back();
  }

  void submit(const std::string& batch, const std::vector<unsigned>& numbers) {
    const fs::path folder = chunks_folder(study_.folder) / batch;
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw FolderError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
    for (const unsigned number : numbers) {
      Work& work = shares_[number - 1];
      write_chunk(file_of({batch, number}), options_.command, Share{number - 1, shares_.size()}.text());
      work.batch = batch;
      work.before = work.finished;
      work.unseen = 0;
    }
    queue_.submit(folder, numbers);
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
      queue_.cancel([](const ChunkId&, ChunkState) { return true; });
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
  bool searches_;  // so that its parts are searches
  std::vector<Work> shares_;
  std::string prefix_;                        // of the names of batches that do the same
  std::vector<std::size_t> missing_;          // points, by number
  std::map<std::string, unsigned> attempts_;  // of points, by hash
  StudyProgress progress_;
  StudyOutcome outcome_;
  ChunkQueue::States states_;
  unsigned running_ = 0;
  bool answers_ = true;
  double next_look_ = 0, next_submit_ = 0;  ///< steady seconds
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
