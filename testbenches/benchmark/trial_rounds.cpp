// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial_rounds.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/process/shared_lines.h"
#include "testbenches/study/study_progress.h"
#include "testbenches/study/worker_pool.h"

namespace xb {
namespace {

constexpr unsigned kMostDeaths = 2;  // of workers, in a round

/// The wanted trials of one round, in worker processes.
class Round {
 public:
  Round(TrialBook& book, const TrialOptions& options, StudyProgress& progress)
      : book_(book), trials_(book.wanted()), progress_(progress), pool_(workers(options), work(options)) {
    // The longest first, so that none is left alone at the end.
    for (std::size_t n = 0; n < trials_.size(); ++n) missing_.push_back(n);
    const auto costlier = [this](std::size_t a, std::size_t b) {
      return trial_cost(trials_[a]) > trial_cost(trials_[b]);
    };
    std::stable_sort(missing_.begin(), missing_.end(), costlier);
  }

  void go() {
    while (!missing_.empty() || pool_.busy() > 0) {
      while (!missing_.empty() && pool_.has_room()) {
        pool_.give(missing_.front());
        missing_.erase(missing_.begin());
      }
      progress_.show(pool_.busy());
      if (const auto report = pool_.next(progress_.milliseconds())) take(*report);
      if (InterruptsCounted::count() > 0) {
        OnInterrupt::undo_all(true);
        end_as_interrupted();
      }
    }
    pool_.finish();
    const std::size_t before = book_.known();
    for (const std::string& line : lines_.read()) {
      const auto said = nlohmann::ordered_json::parse(line);
      book_.learn(trials_.at(said.at("trial").get<std::size_t>()), trial_result_from_json(said.at("result")));
    }
    const std::size_t learned = book_.known() - before;
    if (learned != trials_.size())
      throw RunError(fmt::format("{} of {} trials have left results", learned, trials_.size()));
  }

 private:
  [[nodiscard]] unsigned workers(const TrialOptions& options) const {
    return static_cast<unsigned>(std::clamp<std::size_t>(options.jobs, 1, trials_.size()));
  }
  WorkerPool::Work work(const TrialOptions& options) {
    return [this, run = options.run](std::size_t n) {
      lines_.add(nlohmann::ordered_json{{"trial", n}, {"result", to_json(run(trials_[n]))}}.dump());
      return true;
    };
  }

  void take(const WorkerReport& report) {
    switch (report.kind) {
      case WorkerReport::Kind::Done:
      case WorkerReport::Kind::Failed:
        return progress_.counts().done(trial_cost(trials_[report.task]));
      case WorkerReport::Kind::Note:
        return progress_.note(report.text);
      case WorkerReport::Kind::Stop:
        throw RunError(report.text);
      case WorkerReport::Kind::Died:
        if (++deaths_ == kMostDeaths) throw RunError(report.text);
        return missing_.push_back(report.task);
    }
  }

  TrialBook& book_;
  const std::vector<Trial> trials_;
  StudyProgress& progress_;
  SharedLines lines_;
  WorkerPool pool_;
  std::vector<std::size_t> missing_;
  unsigned deaths_ = 0;
};

}  // namespace

void run_rounds(TrialBook& book, const std::function<void()>& ask, const TrialOptions& options) {
  const InterruptsCounted counted;
  StudyProgress progress(StudyCounts(0, 0, 0, steady_seconds(), "trials"), options.quiet);
  for (;;) {
    book.ask_again();
    ask();
    if (book.wanted().empty()) return;
    progress.counts().expect(book.known() + book.wanted().size(), book.cost_left());
    Round(book, options, progress).go();
  }
}

}  // namespace xb
