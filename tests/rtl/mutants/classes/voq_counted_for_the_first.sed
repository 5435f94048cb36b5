# file: xb_switch_voq.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: what a packet of any class goes to is what the lowest one knows
# caught-by: lockstep
# assertion: none
s/memory_push_dest\[(32'(s_class\[3\*i +: 3\])/memory_push_dest[(32'(MUTANT ? 3'd0 : s_class[3*i +: 3])/
