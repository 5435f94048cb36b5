// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_run.h"

#include <sched.h>

#include <algorithm>
#include <map>

#include "testbenches/study/missing_points.h"
#include "testbenches/study/point_run.h"
#include "testbenches/study/study_progress.h"
#include "testbenches/study/worker_pool.h"

namespace xb {
namespace {

constexpr unsigned kMostAttempts = 2;  // of a point whose worker dies
constexpr std::size_t kBatch = 32;     // points that are published at once

/// One run of a study, from the missing points to the last.
class Run {
 public:
  Run(Study& study, const StudyOptions& options)
      : study_(study),
        origin_(options.origin.is_null() ? origin_here() : options.origin),
        goes_on_(options.goes_on),
        missing_(missing_points(study, options.retry_failed)),
        progress_(counts_of(study, missing_.points), options.quiet),
        pool_(std::max<unsigned>(1, std::min<std::size_t>(options.jobs, missing_.points.size())),
              [this, run = options.run](std::size_t task) {
                return write_study_point(study_, study_.points[task], origin_, run) == PointOutcome::Done;
              }) {}

  StudyOutcome go() {
    StudyOutcome outcome;
    std::deque<std::size_t>& missing = missing_.points;
    outcome.damaged = missing_.damaged;
    while (pool_.busy() > 0 || !written_.empty() || (!missing.empty() && goes_on(outcome))) {
      while (!missing.empty() && pool_.has_room() && goes_on(outcome)) {
        pool_.give(missing.front());
        missing.pop_front();
      }
      progress_.show(pool_.busy());
      const auto report = pool_.next(written_.empty() ? progress_.milliseconds() : 0);
      if (report) take(*report, outcome);
      if (!report || written_.size() >= kBatch) publish(outcome);
      take_interrupts(outcome);
    }
    pool_.finish();
    study_.folder.sync();
    outcome.left = missing.size();
    return outcome;
  }

 private:
  [[nodiscard]] bool goes_on(const StudyOutcome& outcome) const {
    return !outcome.interrupted && outcome.stopped.empty() && (!goes_on_ || goes_on_());
  }

  void take(const WorkerReport& report, StudyOutcome& outcome) {
    const StudyPoint& point = study_.points[report.task];
    const double cost = cost_of(point.config());
    switch (report.kind) {
      case WorkerReport::Kind::Done:
        return written_.push_back({report.task, PointOutcome::Done});
      case WorkerReport::Kind::Failed:
        return written_.push_back({report.task, PointOutcome::Failed});
      case WorkerReport::Kind::Note:
        return progress_.note(report.text);
      case WorkerReport::Kind::Stop:
        outcome.stopped = report.text;
        return missing_.points.push_front(report.task);
      case WorkerReport::Kind::Died:
        return take_death(report, cost, outcome);
    }
  }

  /// Publishes what workers have written, while they are at the next points: the disk takes its time.
  void publish(StudyOutcome& outcome) {
    if (written_.size() > 1) {
      for (const Written& written : written_) study_.folder.begin_sync(study_.points[written.task].hash);
    }
    for (const Written& written : written_) {
      const StudyPoint& point = study_.points[written.task];
      try {
        publish_study_point(study_, point, written.outcome);
        const double cost = cost_of(point.config());
        written.outcome == PointOutcome::Done ? progress_.counts().done(cost)
                                              : progress_.counts().failed(cost);
      } catch (const FolderError& error) {
        outcome.stopped = error.what();
        missing_.points.push_front(written.task);
      }
    }
    written_.clear();
  }

  void take_death(const WorkerReport& report, double cost, StudyOutcome& outcome) {
    const StudyPoint& point = study_.points[report.task];
    const bool was_written =  // it died just after
        study_.folder.publish_leftover(study_.folder.leftover_of(point.hash).filename().string());
    if (study_.folder.has_result(point.hash)) return progress_.counts().done(cost);
    if (was_written) return progress_.counts().failed(cost);
    if (++deaths_[report.task] < kMostAttempts) return missing_.points.push_front(report.task);
    try {
      commit_lost_point(study_, point, report.text, origin_);
      progress_.counts().failed(cost);
    } catch (const FolderError& error) {
      outcome.stopped = error.what();
      missing_.points.push_front(report.task);
    }
  }

  void take_interrupts(StudyOutcome& outcome) {
    const unsigned count = InterruptsCounted::count();
    if (count > 1) {
      outcome.interrupted = true;
      OnInterrupt::undo_all(true);
      study_.folder.take_leftovers();
      end_as_interrupted();
    }
    if (count == 0 || outcome.interrupted) return;
    outcome.interrupted = true;
    progress_.say("interrupted: waiting for the points that run; once more to stop now");
  }

  struct Written {
    std::size_t task;
    PointOutcome outcome;
  };

  Study& study_;
  nlohmann::ordered_json origin_;
  std::function<bool()> goes_on_;
  MissingPoints missing_;
  std::vector<Written> written_;
  std::map<std::size_t, unsigned> deaths_;
  StudyProgress progress_;
  WorkerPool pool_;
};

}  // namespace

unsigned usable_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

StudyOutcome run_study(Study& study, const StudyOptions& options) {
  const InterruptsCounted counted;
  study.folder.take_leftovers();
  StudyOptions given = options;
  if (given.jobs == 0) given.jobs = usable_cores();
  return Run(study, given).go();
}

}  // namespace xb
