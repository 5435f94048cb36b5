// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/link/switch_model.h"

namespace xb {

struct Setup;

/// The setup of a device whose latency without load is not claimed, with that latency: measured by lone
/// packets of one beat (or as many as its route.header takes) between all its ports, and of several beats
/// from each input. `model` comes out of
/// reset, and is spent. The setup as it is, if packets do not come out, or if the latency does not follow
/// from input, output and, by a beat for each beat, length.
Setup with_zero_load(const Setup& setup, SwitchModel& model);

}  // namespace xb
