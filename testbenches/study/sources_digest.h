// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// Digests of the lab's own sources when it was built, in hexadecimal digits.
extern const char* const kSourcesDigest;    ///< of what runs a point
extern const char* const kBenchmarkDigest;  ///< of the standard tests

}  // namespace xb
