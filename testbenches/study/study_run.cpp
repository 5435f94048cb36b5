// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/study_run.h"

#include <sched.h>

#include <algorithm>
#include <map>

#include "testbenches/study/missing_points.h"
#include "testbenches/study/publisher.h"
#include "testbenches/study/study_progress.h"
#include "testbenches/study/worker_pool.h"

namespace xb {
namespace {

constexpr unsigned kMostAttempts = 2;  // of a point whose worker dies

/// One run of a study, from the missing points to the last.
class Run {
 public:
  Run(Study& study, const StudyOptions& options)
      : study_(study),
        origin_(options.origin.is_null() ? origin_here() : options.origin),
        goes_on_(options.goes_on),
        grow_(options.grow),
        missing_(study, options.retry_failed),
        progress_(missing_.counts(), options.quiet),
        publisher_(study.folder),
        pool_(grow_ ? options.jobs
                    : std::max<unsigned>(1, std::min<std::size_t>(options.jobs, missing_.size())),
              [this, run = options.run](std::size_t task) {
                return write_study_point(study_, study_.points[task], origin_, run) == PointOutcome::Done;
              }) {}

  StudyOutcome go() {
    StudyOutcome outcome;
    grow("");
    take_interrupts(outcome);  // that came while it began
    while (pool_.busy() > 0 || publisher_.is_busy() || (!missing_.empty() && goes_on(outcome))) {
      while (!missing_.empty() && pool_.has_room() && publisher_.has_room() && goes_on(outcome))
        pool_.give(missing_.take());
      progress_.show(pool_.busy());
      if (pool_.busy() == 0 || !publisher_.has_room())
        publisher_.wait(progress_.milliseconds());
      else if (const auto report = pool_.next(progress_.milliseconds()))
        take(*report, outcome);
      take_published(outcome);
      take_interrupts(outcome);
    }
    pool_.finish();
    publisher_.finish();
    sync_results(study_.folder, outcome);
    outcome.damaged = missing_.damaged();
    outcome.left = missing_.size();
    return outcome;
  }

 private:
  [[nodiscard]] bool goes_on(const StudyOutcome& outcome) const {
    return !outcome.interrupted && outcome.stopped.empty() && (!goes_on_ || goes_on_());
  }

  void take(const WorkerReport& report, StudyOutcome& outcome) {
    switch (report.kind) {
      case WorkerReport::Kind::Done:
        return publish(report.task, PointOutcome::Done);
      case WorkerReport::Kind::Failed:
        return publish(report.task, PointOutcome::Failed);
      case WorkerReport::Kind::Note:
        return progress_.note(report.text);
      case WorkerReport::Kind::Stop:
        outcome.stopped = report.text;
        return missing_.put_back(report.task);
      case WorkerReport::Kind::Died:
        return take_death(report, outcome);
    }
  }

  void publish(std::size_t task, PointOutcome outcome) {
    const StudyPoint point = study_.points[task];
    publisher_.give({task, point.hash, point.cost, outcome});
  }

  void take_published(StudyOutcome& outcome) {
    for (const WrittenPoint& point : publisher_.take()) {
      if (point.error.empty()) {
        count(point.outcome, point.cost, point.hash);
        continue;
      }
      outcome.stopped = point.error;
      missing_.put_back(point.number);
    }
  }

  void count(PointOutcome outcome, double cost, const std::string& hash) {
    outcome == PointOutcome::Done ? progress_.counts().done(cost) : progress_.counts().failed(cost);
    grow(hash);
  }

  /// Points that follow from what is known now need not wait for those that run.
  void grow(const std::string& hash) {
    if (!grow_) return;
    const std::size_t before = study_.points.size();
    const double unknown = grow_(study_, hash);
    if (study_.points.size() > before) {
      missing_.extend(study_);
      pool_.renew();
    }
    progress_.counts().expect(study_.points.size(),
                              missing_.cost() - progress_.counts().cost_done() + unknown);
  }

  void take_death(const WorkerReport& report, StudyOutcome& outcome) {
    const StudyPoint point = study_.points[report.task];
    const bool was_written =  // it died just after
        study_.folder.publish_leftover(study_.folder.leftover_of(point.hash).filename().string());
    if (study_.folder.has_result(point.hash)) return count(PointOutcome::Done, point.cost, point.hash);
    if (was_written) return count(PointOutcome::Failed, point.cost, point.hash);
    if (++deaths_[report.task] < kMostAttempts) return missing_.put_back(report.task);
    try {
      commit_lost_point(study_, point, report.text, origin_);
      count(PointOutcome::Failed, point.cost, point.hash);
    } catch (const FolderError& error) {
      outcome.stopped = error.what();
      missing_.put_back(report.task);
    }
  }

  void take_interrupts(StudyOutcome& outcome) {
    const unsigned count = InterruptsCounted::count();
    if (count > (study_.folder.is_scratch() ? 0U : 1U)) {
      outcome.interrupted = true;
      OnInterrupt::undo_all(true);
      publisher_.stop();
      study_.folder.remove_unfinished();
      end_as_interrupted();
    }
    if (count == 0 || outcome.interrupted) return;
    outcome.interrupted = true;
    progress_.say("interrupted: waiting for the points that run; once more to stop now");
  }

  Study& study_;
  nlohmann::ordered_json origin_;
  std::function<bool()> goes_on_;
  StudyGrowth grow_;
  MissingPoints missing_;
  std::map<std::size_t, unsigned> deaths_;
  StudyProgress progress_;
  Publisher publisher_;
  WorkerPool pool_;
};

}  // namespace

unsigned usable_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

void sync_results(const StudyFolder& folder, StudyOutcome& outcome) {
  try {
    folder.sync();
  } catch (const FolderError& error) {  // the first error says more
    if (outcome.stopped.empty()) outcome.stopped = error.what();
  }
}

StudyOutcome run_rounds(Study& study, bool retry_failed, const StudyRunner& run, const LookAtStudy& look) {
  StudyOutcome all;
  for (bool is_missing = look(retry_failed); is_missing;) {
    const StudyOutcome round = run(study, retry_failed);
    retry_failed = false;  // what failed in this round has failed
    all.damaged += round.damaged;
    all.left = round.left;
    all.interrupted = round.interrupted;
    all.stopped = round.stopped;
    if (round.stopped.empty()) is_missing = look(retry_failed);
    if (round.interrupted || round.left > 0 || !round.stopped.empty()) break;
  }
  return all;
}

StudyOutcome run_study(Study& study, const StudyOptions& options) {
  const InterruptsCounted counted;
  study.folder.take_leftovers();
  StudyOptions given = options;
  if (given.jobs == 0) given.jobs = usable_cores();
  return Run(study, given).go();
}

}  // namespace xb
