# file: xb_idle_probe.sv
# SPDX-License-Identifier: Apache-2.0
# why: an output is idle with work if its neighbour sends nothing
# caught-by: flags
# assertion: idle_was_idle: m_axis port
s/any_waiting & ready_i & ~valid_i/any_waiting \& ready_i \& ~(MUTANT ? {valid_i[0], valid_i[NumPorts-1:1]} : valid_i)/
