// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/cluster/chunk_file.h"
#include "testbenches/program/run_command.h"

namespace xb {

/// A share of a study, as --shard says. It may run beside other shares, here and elsewhere: nothing but
/// points is written.
class ShareRun {
 public:
  /// Throws InputError.
  ShareRun(const StudyFlags& flags, const std::filesystem::path& folder, nlohmann::ordered_json versions);

  [[nodiscard]] const Share& share() const { return share_; }
  /// Whether a runner elsewhere has written an index, and waits for what that has of the share.
  [[nodiscard]] bool is_chunk() const { return !chunk_.empty(); }
  [[nodiscard]] Study& study() { return study_; }

  /// Runs what is missing of the points.
  StudyOutcome run(Study& points, bool retry_failed) const;
  /// The same of what this process has to run, a chunk those that are expected; and report().
  void run_all();
  /// Throws RunError unless all points of the share are done.
  void report(const Study& points, const StudyOutcome& outcome) const;

 private:
  [[nodiscard]] Study expected() const;

  const StudyFlags& flags_;
  Share share_;
  std::filesystem::path chunk_;
  Study study_;
  StudyOptions options_;
};

/// `xbarlab run FILE --out DIR --shard K/N`: what is missing of a share of the study.
void share_command(const RunCommand& command, const Experiment& experiment);

}  // namespace xb
