// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/switch_cicq_lqf.h"
#include "systemc/switch_crosspoint.h"
#include "systemc/switch_voq.h"
#include "systemc/switch_window.h"

/// The twins whose inputs are VoqInputs, for TEMPLATE_TEST_CASEs of what these owe them all.
#define XB_VOQ_TWINS SwitchVoq, SwitchCrosspoint, SwitchCicqLqf, SwitchWindow
