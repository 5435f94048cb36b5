// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/chunk_losses.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "testbenches/cluster/chunk_file.h"

namespace xb {

void ChunkLosses::begin() {
  for (const std::string& name : study_.folder.leftovers()) seen_.insert(name);
}

std::set<std::size_t> ChunkLosses::in_hand(const OpenChunk& chunk) {
  std::set<std::size_t> points;
  const std::vector<std::string> names = study_.folder.leftovers();
  for (const std::size_t n : chunk.points) {
    const std::string beginning = study_.points.hash(n) + ".";
    for (const std::string& name : names) {
      if (name.rfind(beginning, 0) != 0 || !seen_.insert(name).second) continue;
      if (!study_.folder.publish_leftover(name)) points.insert(n);
    }
  }
  return points;
}

ChunkLosses::Verdict ChunkLosses::take(const OpenChunk& chunk) {
  Verdict verdict;
  const std::set<std::size_t> at_work = in_hand(chunk);
  const bool began = chunk.has_begun || !at_work.empty();
  for (const std::size_t n : chunk.points) {
    const bool failed = at_work.count(n) > 0 && ++attempts_[n] >= kMostAttempts;
    (failed ? verdict.failed : verdict.again).push_back(n);
    verdict.hopeless = verdict.hopeless || (!began && ++losses_[n] >= kMostLosses);
  }
  return verdict;
}

std::string end_of_log(const std::filesystem::path& chunk) {
  constexpr std::size_t kMost = 300;
  std::ifstream file(log_file(chunk), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.size() > kMost) text.erase(0, text.size() - kMost);
  std::replace(text.begin(), text.end(), '\n', ';');
  return text.empty() ? "it has printed nothing" : "it has printed: " + text;
}

}  // namespace xb
