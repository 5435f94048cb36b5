// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace xb {

/// So many bytes that are allocated next are in large pages, where the system has them: what a run looks at
/// in every cycle, in more places than a processor has translations of pages for. Where it has none, nothing
/// happens.
void use_large_pages(std::size_t bytes);

}  // namespace xb
