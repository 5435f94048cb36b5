// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/verbs.h"

namespace xb {

Program this_program() {
  return {"xbarlab", "co-simulation lab for switch buffer architectures", {demo_verb}};
}

}  // namespace xb
