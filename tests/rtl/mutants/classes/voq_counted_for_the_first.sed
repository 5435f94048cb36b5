# file: xb_switch_voq.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: a packet's first beat is what the lowest class takes for one
# caught-by: lockstep
# assertion: none
s/memory_push_first\[32'(s_class\[3\*i +: 3\])/memory_push_first[32'(MUTANT ? 3'd0 : s_class[3*i +: 3])/
