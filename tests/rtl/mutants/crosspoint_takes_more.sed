# file: xb_crosspoint_inputs.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: packets enter a crosspoint that has its number of them
# caught-by: lockstep
# assertion: none
s/ & ~emptied\[i\])/ \& (~emptied[i] ^ {NumPorts{MUTANT}}))/
