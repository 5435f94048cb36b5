// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/verbs.h"

namespace xb {

Program this_program() {
  return {"xbarlab-diff", "traces of a simulation compared and converted", {diff_verb, convert_verb}};
}

}  // namespace xb
