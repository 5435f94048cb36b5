// SPDX-License-Identifier: Apache-2.0
#include "host/base/called_as.h"

#include <cstdlib>

#include "host/base/shell_word.h"

namespace xb {
namespace {

constexpr const char* kVariable = "XBARLAB_CALLED_AS";  // the launcher sets it

}  // namespace

std::string called_as() {
  const char* const name = std::getenv(kVariable);
  return name == nullptr || *name == '\0' ? "./lab" : shell_word(name);
}

void set_called_as(const char* word) { setenv(kVariable, word, 0); }

}  // namespace xb
