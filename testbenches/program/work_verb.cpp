// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "testbenches/cluster/chunk_work.h"
#include "testbenches/program/verbs.h"
#include "testbenches/steps/step_search_point.h"

namespace xb {

Verb work_verb(CLI::App& program) {
  const auto chunk = std::make_shared<std::string>();
  Verb verb(program, "work", "run a chunk of a study, as run --on gives it to others");
  verb.word("file", *chunk, "file of the chunk, in the study's folder");
  verb.does([chunk] { work_on_chunk(*chunk, run_or_search); });
  return verb;
}

}  // namespace xb
