// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// What Gabrielyan & Hersch (2003) report of their search, and the comparison that their annex B leaves
/// open, on the traffics of Swiss-T1. `seconds`: CPU time that a search has for a traffic. Throws
/// RunError where a schedule is none.
void bench_liquid_paper(double seconds);

}  // namespace xb
