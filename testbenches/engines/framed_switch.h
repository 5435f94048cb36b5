// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/device/wire_format.h"
#include "host/link/length_unit.h"
#include "host/link/switch_model.h"

namespace xb {

/// A device between hosts whose beats are not those on its wires: the beats of the hosts go in as `format`
/// has them, and what comes out, bit for bit as it should, becomes the hosts' beat again. What is not as it
/// should, or not known, comes out different. Of packets with `lengths` in bytes the bytes count that they
/// have.
std::unique_ptr<SwitchModel> make_framed_switch(std::unique_ptr<SwitchModel> device, unsigned ports,
                                                WireFormat format, LengthUnit lengths = {});

}  // namespace xb
