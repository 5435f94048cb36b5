// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/missing_points.h"

#include <algorithm>
#include <cstdlib>

namespace xb {
namespace {

std::uint32_t beginning_of(const std::string& hash) {
  return static_cast<std::uint32_t>(std::strtoul(hash.substr(0, 8).c_str(), nullptr, 16));
}

}  // namespace

SeenHashes::SeenHashes(const StudyPoints& points) {
  std::vector<std::uint32_t> all(points.size());
  for (std::size_t n = 0; n < all.size(); ++n) all[n] = beginning_of(points.hash(n));
  std::sort(all.begin(), all.end());
  for (std::size_t n = 1; n < all.size(); ++n) {
    if (all[n] == all[n - 1]) repeated_.insert(all[n]);
  }
}

bool SeenHashes::again(const std::string& hash) {
  return repeated_.count(beginning_of(hash)) > 0 && !seen_.insert(hash).second;
}

MissingPoints::MissingPoints(const Study& study, bool retry_failed)
    : retry_failed_(retry_failed),
      are_(study.points.size()),
      cost_(study.to_come),
      noun_(study.noun + std::string("s")) {
  SeenHashes seen(study.points);
  for (std::size_t n = 0; n < are_.size(); ++n) {
    if (!seen.again(study.points.hash(n))) look_at(study, n);
  }
}

void MissingPoints::extend(const Study& study) {
  std::size_t n = are_.size();
  are_.resize(study.points.size());
  for (; n < are_.size(); ++n) look_at(study, n);
}

void MissingPoints::look_at(const Study& study, std::size_t n) {
  const StudyPoint point = study.points[n];
  if (study.folder.has_result(point.hash)) {
    if (study.folder.has_failure(point.hash)) study.folder.remove_failure(point.hash);
    return;
  }
  damaged_ += study.folder.remove_result(point.hash) ? 1 : 0;
  if (!retry_failed_ && study.folder.has_failure(point.hash)) return;
  are_[n] = true;
  ++count_;
  cost_ += point.cost;
}

std::size_t MissingPoints::take() {
  --count_;
  if (!back_.empty()) {
    const std::size_t n = back_.front();
    back_.pop_front();
    return n;
  }
  while (!are_[next_]) ++next_;
  return next_++;
}

void MissingPoints::put_back(std::size_t n) {
  ++count_;
  back_.push_front(n);
}

StudyCounts MissingPoints::counts() const {
  return {are_.size(), are_.size() - count_, cost_, steady_seconds(), noun_};
}

}  // namespace xb
