// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// What a network costs beside its switches by themselves, and how its cost grows with the traffic in flight.
/// Say whether all limits hold.
bool bench_network_and_its_switches();
bool bench_idle_switches();
/// Packet-hops a second and memory of a fat tree of 1024 hosts.
bool bench_fat_tree();

}  // namespace xb
