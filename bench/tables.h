// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xb {

/// What hosts, checks and measures cost beside the bare model of a user's switch, and beside that of the
/// lab's `input` of the same shape, probed and observed from its ports. Whether the first costs no more.
bool bench_device();

/// Wall-clock time of `xbarlab diff` on traces of 1 GiB as VCD, beside fst2vcd and plain diff. Says whether
/// it is at least as fast where there is an FST to be read.
bool bench_diff();

/// A run of examples/quad-switch beside a bench of the same switch in Verilog, run by Icarus. Says whether it
/// is fifty times as fast at least.
bool bench_icarus();

/// Liquid schedules: CPU time against hosts, and of all allocations of Swiss-T1. Each schedule is checked.
/// Say whether all checks hold.
bool bench_liquid_scale();
bool bench_liquid_allocations();

/// How common traffics without a liquid schedule are: in all small networks, among random ones, and the
/// smallest of each kind. Says whether all schedules and proofs are right.
bool bench_liquid_none();

/// Which traffics of Swiss-T1 resist the search of Gabrielyan & Hersch (2003) whatever the order of their
/// transfers, which it leaves open. `seconds`: CPU time that a search has for a traffic.
void bench_liquid_orders(double seconds);

/// What a network costs beside its switches by themselves, and how its cost grows with the traffic in flight.
/// Say whether all limits hold.
bool bench_network_and_its_switches();
bool bench_idle_switches();
/// Packet-hops a second and memory of a fat tree of 1024 hosts.
bool bench_fat_tree();

/// What studies of so many short points cost besides their simulation, and the memory of others. Says whether
/// the limits hold.
bool bench_studies(unsigned points);

}  // namespace xb
