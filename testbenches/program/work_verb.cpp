// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "testbenches/cluster/chunk_file.h"
#include "testbenches/program/verbs.h"

namespace xb {

Verb work_verb(CLI::App& program) {
  const auto chunk = std::make_shared<std::string>();
  Verb verb(program, "work", "run a share of a study, as run --on gives it to others");
  verb.word("file", *chunk, "file that says which, in the study's folder");
  verb.does([chunk] { work_on_chunk(*chunk); });
  return verb;
}

}  // namespace xb
