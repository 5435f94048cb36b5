// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xb {

/// A chunk by the name of its batch and the number of its share, from 1: its file is chunks/BATCH/NUMBER in
/// the study's folder.
using ChunkId = std::pair<std::string, unsigned>;

enum class ChunkState { Waiting, Running };

/// What runs chunks elsewhere: `xbarlab work FILE` for each. What it says of a chunk is never taken for its
/// result.
class ChunkQueue {
 public:
  virtual ~ChunkQueue() = default;

  /// Beginning of the names of its batches.
  [[nodiscard]] virtual std::string prefix() const = 0;
  /// Whether it runs them on when this process has ended.
  [[nodiscard]] virtual bool outlives_runner() const = 0;
  /// Chunks that it takes at a time.
  [[nodiscard]] virtual std::size_t most() const = 0;
  /// Seconds between two calls of states().
  [[nodiscard]] virtual double period() const = 0;

  /// Takes chunks with these numbers of the batch with this folder, of which there are no more than most().
  /// That it returns is no promise. Throws RunError if they are refused.
  virtual void submit(const std::filesystem::path& folder, const std::vector<unsigned>& numbers) = 0;

  using States = std::map<ChunkId, ChunkState>;
  /// Of all chunks that are its own: one that is not there has ended, or was lost. Nothing: it is not known
  /// now.
  virtual std::optional<States> states() = 0;

  /// Takes those out of the queue, or ends them, of which this is true; also chunks of earlier runs.
  using Which = std::function<bool(const ChunkId& chunk, ChunkState state)>;
  virtual void cancel(const Which& which) = 0;
};

/// A command per chunk, which ends when the chunk has been run: `COMMAND PROGRAM work FILE`, by /bin/sh. Its
/// exit status says nothing of the points. XBARLAB_SLOT in its environment is 1..most, another for each that
/// runs.
std::unique_ptr<ChunkQueue> exec_queue(const std::string& command, std::size_t most);

}  // namespace xb
