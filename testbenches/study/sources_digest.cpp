// SPDX-License-Identifier: Apache-2.0
// A source of its own: the header changes with each of those sources.
#include "testbenches/study/sources_digest.h"

#include <xb_sources.h>

namespace xb {

const char* const kSourcesDigest = XB_SOURCES_DIGEST;
const char* const kBenchmarkDigest = XB_BENCHMARK_DIGEST;

}  // namespace xb
