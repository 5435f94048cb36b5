// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/cluster/chunk_queue.h"
#include "testbenches/study/study_run.h"

namespace xb {

struct ClusterOptions {
  bool retry_failed = false;
  bool quiet = false;
  double chunk_seconds = 20;  ///< of work in a chunk
};

/// Runs the points that have neither result nor failure as chunks of a queue. What is in the study's folder
/// decides what has been run, never what the queue says: a chunk that is neither in the folder nor in the
/// queue is lost, and what is missing of it is submitted again. The caller holds the lock of the folder.
/// Chunks that an earlier run has left in a queue that outlives its runner are waited for. An interrupt takes
/// back what waits and lets the points that run end; a second one ends the process.
StudyOutcome run_on_cluster(Study& study, const ClusterOptions& options, ChunkQueue& queue);

/// Takes back what a run on a queue has left, for a run elsewhere: workers end after the point in hand.
void withdraw_chunks(const StudyFolder& folder);

}  // namespace xb
