# file: xb_switch_crosspoint_pipe.sv
# switch: crosspoint_pipe
# SPDX-License-Identifier: Apache-2.0
# why: each beat that is popped counts as its packet's last
# caught-by: lockstep
# assertion: none
s/\.l0_i(l0\[Row +: NumPorts\])/.l0_i(l0[Row +: NumPorts] | {NumPorts{MUTANT}})/
