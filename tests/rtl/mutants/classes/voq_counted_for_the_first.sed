# file: xb_switch_voq.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: a packet's first beat is what the lowest class takes for one
# caught-by: lockstep
# assertion: none
s/memory_push_first\[c\*NumPorts + i\]/memory_push_first[(MUTANT ? 0 : c)*NumPorts + i]/
