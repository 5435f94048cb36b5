// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/program/run_command.h"

namespace xb {

/// `xbarlab run FILE --out DIR --shard K/N`: what is missing of a share of the study. It may run beside other
/// shares, here and elsewhere: nothing but points is written. Throws RunError if one failed.
void share_command(const RunCommand& command, const Experiment& experiment, unsigned jobs);

}  // namespace xb
