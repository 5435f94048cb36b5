# file: xb_switch_voq_pipe.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: what another class's packet keeps from a port is no work
# caught-by: lockstep
# assertion: none
s/ | plane_valid\[c\*NumPorts +: NumPorts\];/ | (plane_valid[c*NumPorts +: NumPorts] \& {NumPorts{!MUTANT}});/
