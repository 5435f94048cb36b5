// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "testbenches/cluster/chunk_file.h"
#include "testbenches/cluster/chunk_queue.h"
#include "testbenches/process/child_process.h"
#include "testbenches/program/study_flags.h"
#include "tests/testbenches/study/small_study.h"

namespace xb {

/// As short_points(), a case each.
inline Experiment short_experiment(std::size_t count) {
  Experiment experiment;
  experiment.keys = {{"engine", {"fast"}, "test"}, {"ports", {"2"}, "test"}, {"cycles", {"500"}, "test"}};
  for (std::size_t n = 0; n < count; ++n) {
    experiment.cases.push_back({{"load", {std::to_string(0.1 * static_cast<double>(1 + n % 9))}, "test"},
                                {"seed", {std::to_string(n + 1)}, "test"}});
  }
  return experiment;
}

/// Of the versions that workers have.
inline Study cluster_study(const std::filesystem::path& folder, const Experiment& experiment) {
  Study study = make_study_of(folder, [&](const TakeConfig& take) { experiment.each_point(take); });
  study.folder.create();
  write_index(study);
  return study;
}

/// The share that a chunk's script runs.
inline std::string share_in(const std::filesystem::path& chunk) {
  const std::string text = text_of(chunk), flag = "--shard=";
  const std::size_t at = text.rfind(flag) + flag.size();
  return text.substr(at, text.size() - 1 - at);
}

/// `xbarlab run --shard` as a chunk's script calls it.
inline void work_as(const std::filesystem::path& chunk, const Experiment& experiment, double seconds) {
  setenv(kChunkVariable, chunk.c_str(), 1);
  StudyFlags command;
  command.out = chunk.parent_path().parent_path().parent_path().string();
  command.shard = share_in(chunk);
  command.chunk = std::to_string(seconds);
  command.jobs = JobsFlag("1");
  command.quiet = true;
  run_share(command, experiment);
}

/// A queue that does with each chunk what the test says, one chunk whenever it is asked for its states.
class FakeQueue : public ChunkQueue {
 public:
  enum class Fate {
    Runs,   ///< as it should
    Lost,   ///< never begins
    Dies,   ///< with its first missing point in hand
    Silent  ///< the queue does not answer this time
  };
  FakeQueue(const Study& study, Experiment experiment) : study_(study), experiment_(std::move(experiment)) {}

  /// Of the n-th chunk that was submitted, from 0.
  std::function<Fate(std::size_t n)> fate = [](std::size_t) { return Fate::Runs; };
  std::function<void(const std::filesystem::path& folder, const std::vector<unsigned>& numbers)> on_submit;
  double seconds = 60;  ///< of a chunk
  std::size_t submitted = 0, most_at_a_time = 2;
  bool makes_ghosts = false;  ///< lists for ever what has ended
  std::vector<std::filesystem::path> waiting;

  [[nodiscard]] std::string prefix() const override { return "fake-"; }
  [[nodiscard]] bool outlives_runner() const override { return true; }
  [[nodiscard]] std::size_t most() const override { return most_at_a_time; }
  [[nodiscard]] double period() const override { return 0; }
  void submit(const std::filesystem::path& folder, const std::vector<unsigned>& numbers) override {
    if (on_submit) on_submit(folder, numbers);
    for (const unsigned n : numbers) waiting.push_back(folder / std::to_string(n));
  }
  std::optional<States> states() override {
    if (!waiting.empty()) {
      const Fate now = fate(submitted++);
      if (now == Fate::Silent) return {};
      const auto file = waiting.front();
      waiting.erase(waiting.begin());
      if (makes_ghosts) ghosts_[id_of(file)] = ChunkState::Running;
      if (now != Fate::Lost) work(file, now);
    }
    States states = ghosts_;
    for (const auto& file : waiting) states[id_of(file)] = ChunkState::Waiting;
    return states;
  }
  void cancel(const Which& which) override {
    const auto ends = [&](const auto& file) { return which(id_of(file), ChunkState::Waiting); };
    waiting.erase(std::remove_if(waiting.begin(), waiting.end(), ends), waiting.end());
  }

 private:
  static ChunkId id_of(const std::filesystem::path& file) {
    return {file.parent_path().filename().string(),
            static_cast<unsigned>(std::stoul(file.filename().string()))};
  }
  void work(const std::filesystem::path& file, Fate now) const {
    const Share share = parse_share(share_in(file));
    const StudyFolder folder(study_.folder.path(), "." + worker_name(file));
    for (std::size_t n = share.number; now == Fate::Dies && n < study_.points.size(); n += share.of) {
      if (folder.has_result(study_.points.hash(n))) continue;
      folder.begin(study_.points.hash(n));
      return;
    }
    in_child_process([&] {
      work_as(file, experiment_, seconds);
      return std::string("done");
    });
  }

  const Study& study_;
  Experiment experiment_;
  States ghosts_;
};

}  // namespace xb
