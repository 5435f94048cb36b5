// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/chunk_book.h"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "testbenches/cluster/chunk_file.h"
#include "testbenches/process/names.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kUnseenIsLost = 2, kGhostIsOld = 6;  // times in turn
constexpr double kMostNumber = 1e9;                     // of a batch

}  // namespace

fs::path chunks_folder(const StudyFolder& folder) { return folder.path() / "chunks"; }

ChunkBook::ChunkBook(const Study& study, nlohmann::ordered_json origin)
    : study_(study), origin_(std::move(origin)) {}

void ChunkBook::adopt(const std::string& prefix, std::deque<std::size_t>& missing) {
  std::map<std::string, std::size_t> wanted;  // numbers by hash
  for (const std::size_t n : missing) wanted.emplace(study_.points.hash(n), n);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(chunks_folder(study_.folder), error)) {
    if (entry.path().filename().string().rfind(prefix, 0) == 0)
      adopt_batch(entry.path(), wanted);
    else
      fs::remove_all(entry.path(), error);
  }
  const auto taken = [&](std::size_t n) { return wanted.count(study_.points.hash(n)) == 0; };
  missing.erase(std::remove_if(missing.begin(), missing.end(), taken), missing.end());
}

void ChunkBook::adopt_batch(const fs::path& folder, std::map<std::string, std::size_t>& wanted) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    unsigned number = 0;
    if (!parse_number(entry.path().filename().string(), 1, kMostNumber, number)) continue;
    OpenChunk chunk;
    try {
      for (const ChunkOrder::Point& point : read_chunk(entry.path()).points) {
        const auto at = wanted.find(point.hash);
        if (at == wanted.end()) continue;
        chunk.points.push_back(at->second);
        wanted.erase(at);
      }
    } catch (const InputError&) {
      // It is none of a run that wrote it whole.
    }
    if (chunk.points.empty())
      fs::remove(entry.path(), error);
    else
      open_[{folder.filename().string(), number}] = std::move(chunk);
  }
}

fs::path ChunkBook::new_batch(const std::string& prefix) {
  constexpr std::size_t kDigits = 8;
  batch_ = fs::absolute(chunks_folder(study_.folder)) / (prefix + random_name().substr(0, kDigits));
  number_ = 0;
  std::error_code error;
  fs::create_directories(batch_, error);
  if (error) throw FolderError(fmt::format("{}: cannot be made: {}", batch_.string(), error.message()));
  return batch_;
}

void ChunkBook::add(std::vector<std::size_t> points) {
  ChunkOrder order{fs::absolute(study_.folder.path()).string(),
                   fs::current_path().string(),
                   study_.identifier.versions(),
                   origin_,
                   {}};
  for (const std::size_t n : points)
    order.points.push_back({study_.points.hash(n), keys_of(study_.points[n].config())});
  const ChunkId id{batch_.filename().string(), ++number_};
  write_chunk(file_of(id), order);
  open_[id].points = std::move(points);
}

fs::path ChunkBook::file_of(const ChunkId& chunk) const {
  return fs::absolute(chunks_folder(study_.folder)) / chunk.first / std::to_string(chunk.second);
}

std::vector<ChunkId> ChunkBook::lost_in(const ChunkQueue::States& states) {
  std::vector<ChunkId> lost;
  for (auto& [id, chunk] : open_) {
    chunk.unseen = states.count(id) > 0 ? 0 : chunk.unseen + 1;
    if (chunk.unseen >= kUnseenIsLost) lost.push_back(id);
  }
  return lost;
}

std::vector<ChunkId> ChunkBook::ghosts_in(const ChunkQueue::States& states) {
  std::map<ChunkId, unsigned> ghosts;
  std::vector<ChunkId> old;
  for (const auto& [id, state] : states) {
    if (open_.count(id) > 0) continue;
    unsigned& looks = ghosts[id] = ghosts_[id] + 1;
    if (looks % kGhostIsOld == 0) old.push_back(id);
  }
  ghosts_ = std::move(ghosts);
  return old;
}

void ChunkBook::withdraw(const ChunkId& chunk) const {
  std::error_code ignored;
  fs::remove(file_of(chunk), ignored);
}

void ChunkBook::withdraw_all() const {
  for (const auto& [id, chunk] : open_) withdraw(id);
}

}  // namespace xb
