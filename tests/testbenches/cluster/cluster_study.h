// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "testbenches/cluster/chunk_file.h"
#include "testbenches/cluster/chunk_queue.h"
#include "testbenches/cluster/chunk_work.h"
#include "testbenches/process/child_process.h"
#include "tests/testbenches/study/small_study.h"

namespace xb {

/// As small_study(), of the versions that workers have.
inline Study cluster_study(const std::filesystem::path& folder, std::size_t count) {
  Study study = make_study(folder, short_points(count));
  study.folder.create();
  return study;
}

/// A queue that does with each chunk what the test says, one chunk whenever it is asked for its states.
class FakeQueue : public ChunkQueue {
 public:
  enum class Fate {
    Runs,    ///< as it should
    Lost,    ///< never begins
    Dies,    ///< with its first missing point in hand
    Silent,  ///< the queue does not answer this time
    Waits    ///< for ever
  };
  /// Of the n-th chunk that was submitted, from 0.
  std::function<Fate(std::size_t n)> fate = [](std::size_t) { return Fate::Runs; };
  std::function<void(const std::filesystem::path& folder, unsigned count)> on_submit;
  std::size_t submitted = 0, asked = 0, cancelled = 0, most_at_a_time = 8;
  bool outlives = true;
  States ghosts;  ///< listed although they have ended, and while there are any nothing runs
  bool makes_ghosts = false;
  std::size_t cancelled_ghosts = 0;
  std::vector<std::filesystem::path> waiting;

  [[nodiscard]] std::string prefix() const override { return "fake-"; }
  [[nodiscard]] bool outlives_runner() const override { return outlives; }
  [[nodiscard]] std::size_t most() const override { return most_at_a_time; }
  [[nodiscard]] double period() const override { return 0; }
  void submit(const std::filesystem::path& folder, unsigned count) override {
    if (on_submit) on_submit(folder, count);
    for (unsigned n = 1; n <= count; ++n) waiting.push_back(folder / std::to_string(n));
  }
  std::optional<States> states() override {
    ++asked;
    if (!waiting.empty() && ghosts.empty()) {
      const Fate now = fate(submitted);
      if (now == Fate::Silent) {
        ++submitted;
        return {};
      }
      if (now != Fate::Waits) run(now);
    }
    States states = ghosts;
    for (const auto& file : waiting) states[id_of(file)] = ChunkState::Waiting;
    return states;
  }
  void cancel(const std::vector<ChunkId>& chunks) override {
    for (const ChunkId& id : chunks) cancelled_ghosts += ghosts.erase(id);
  }
  void cancel_waiting() override {
    cancelled += waiting.size();
    waiting.clear();
  }
  void cancel_all() override { cancel_waiting(); }

 private:
  static ChunkId id_of(const std::filesystem::path& file) {
    return {file.parent_path().filename().string(),
            static_cast<unsigned>(std::stoul(file.filename().string()))};
  }
  void run(Fate now) {
    const auto file = waiting.front();
    waiting.erase(waiting.begin());
    ++submitted;
    if (makes_ghosts) ghosts[id_of(file)] = ChunkState::Running;
    if (now == Fate::Lost) return;
    const auto work = [&] {
      try {
        work_on_chunk(file, run_simulation);
      } catch (const std::exception&) {
        // It has left its message.
      }
      return std::string("done");
    };
    if (now == Fate::Runs) in_child_process(work);
    if (now == Fate::Dies) {
      const ChunkOrder order = read_chunk(file);
      for (const auto& point : order.points) {
        if (std::filesystem::exists(order.study + "/points/" + point.hash)) continue;
        std::filesystem::create_directories(order.study + "/aside/" + point.hash + "." +
                                            std::to_string(submitted));
        return;
      }
    }
  }
};

}  // namespace xb
