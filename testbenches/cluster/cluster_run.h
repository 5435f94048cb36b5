// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/cluster/chunk_file.h"
#include "testbenches/cluster/chunk_queue.h"
#include "testbenches/study/study_run.h"

namespace xb {

struct ClusterOptions {
  bool retry_failed = false;
  bool quiet = false;
  ChunkCommand command;
};

/// Runs what is missing of a study in shares, each a chunk of a queue until nothing of it is missing. What is
/// in the study's folder decides what has been run, never what the queue says: a share that is neither whole
/// in the folder nor in the queue is submitted again. The caller holds the lock of the folder. Chunks that an
/// earlier run has left in a queue that outlives its runner are waited for. An interrupt takes back what
/// waits and lets the points that run end; a second one ends the process.
StudyOutcome run_on_cluster(Study& study, const ClusterOptions& options, ChunkQueue& queue);

/// Takes back what a run on a queue has left, for a run elsewhere: workers end after the point in hand.
void withdraw_chunks(const StudyFolder& folder);

}  // namespace xb
