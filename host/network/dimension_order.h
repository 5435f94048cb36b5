// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/network/routes.h"
#include "host/network/topology.h"

namespace xb {

/// Dimension order (XY on a mesh): a packet goes along the first dimension to its destination's coordinate,
/// then along the next, so that channels of one dimension wait for those of later ones only. Along a line of
/// switches it takes the cable to the coordinate if there is one, else steps of one. Where the line is a ring
/// it goes the shorter way that does not pass through the ring's cut, one of its switches: without virtual
/// channels a ring on which every shortest way is taken can wait for itself. The cut differs from ring to
/// ring, so that all cables are used. Throws InputError where switches have no coordinates for this.
Routes dimension_order_routes(const Topology& topology, const Wiring& wiring);

}  // namespace xb
