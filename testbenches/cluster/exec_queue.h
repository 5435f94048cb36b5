// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "testbenches/cluster/chunk_queue.h"
#include "testbenches/process/interrupt.h"

namespace xb {

/// A command per chunk, which ends when the chunk has been run: `COMMAND PROGRAM work FILE`, by /bin/sh. Its
/// exit status says nothing of the points. XBARLAB_SLOT in its environment is 1..most, another for each that
/// runs.
class ExecQueue : public ChunkQueue {
 public:
  ExecQueue(std::string command, std::size_t most) : command_(std::move(command)), running_(most) {}
  ~ExecQueue() override;
  ExecQueue(const ExecQueue&) = delete;
  ExecQueue& operator=(const ExecQueue&) = delete;

  [[nodiscard]] std::string prefix() const override { return "exec-"; }
  [[nodiscard]] bool outlives_runner() const override { return false; }
  [[nodiscard]] std::size_t most() const override { return running_.size(); }
  [[nodiscard]] double period() const override { return 0.2; }
  void submit(const std::filesystem::path& folder, const std::vector<unsigned>& numbers) override;
  std::optional<States> states() override;
  void cancel(const Which& which) override;

 private:
  struct Running {
    pid_t pid = 0;  ///< 0: none runs
    ChunkId chunk;
    std::unique_ptr<OnInterrupt> undo;
  };
  void start(Running& slot, std::size_t number, const std::filesystem::path& file);
  static void is_over(Running& slot);

  std::string command_;
  std::vector<Running> running_;
};

}  // namespace xb
