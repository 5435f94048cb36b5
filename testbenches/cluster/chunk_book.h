// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "testbenches/cluster/chunk_queue.h"
#include "testbenches/study/study.h"

namespace xb {

/// A chunk that is in a queue, as far as is known.
struct OpenChunk {
  std::vector<std::size_t> points;  ///< that have neither result nor failure, by number in the study
  bool has_begun = false;           ///< a point of it has been seen in hand, or finished
  unsigned unseen = 0;              ///< times in turn that the queue did not have it
};

/// The chunks of a run and their files, chunks/BATCH/NUMBER in the study's folder.
class ChunkBook {
 public:
  /// `origin` is for provenance.
  ChunkBook(const Study& study, nlohmann::ordered_json origin);

  /// Takes over chunks of batches whose names begin so, from an earlier run, and their points out of
  /// `missing`; removes all others.
  void adopt(const std::string& prefix, std::deque<std::size_t>& missing);

  /// The folder of a new batch. Throws FolderError.
  std::filesystem::path new_batch(const std::string& prefix);
  /// Writes the next chunk of that batch.
  void add(std::vector<std::size_t> points);

  [[nodiscard]] std::map<ChunkId, OpenChunk>& open() { return open_; }
  [[nodiscard]] std::filesystem::path file_of(const ChunkId& chunk) const;

  /// Open chunks that the queue has not had several times in turn.
  std::vector<ChunkId> lost_in(const ChunkQueue::States& states);
  /// Chunks that it has had many times in turn although they are not open: done, or submitted again. They
  /// take the place of others.
  std::vector<ChunkId> ghosts_in(const ChunkQueue::States& states);

  /// Its file goes: a worker that is still at it ends.
  void withdraw(const ChunkId& chunk) const;
  void withdraw_all() const;

 private:
  void adopt_batch(const std::filesystem::path& folder, std::map<std::string, std::size_t>& wanted);

  const Study& study_;
  nlohmann::ordered_json origin_;
  std::filesystem::path batch_;
  unsigned number_ = 0;
  std::map<ChunkId, OpenChunk> open_;
  std::map<ChunkId, unsigned> ghosts_;  // times in turn
};

/// All batches.
std::filesystem::path chunks_folder(const StudyFolder& folder);

}  // namespace xb
