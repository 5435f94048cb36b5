# file: xb_crosspoint_inputs.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: of queues of one length the lowest goes first, always
# caught-by: lockstep
# assertion: none
s/\.advance_i(starts\[i\]), \.valid_o(pick), \.idx_o(picked)$/.advance_i(starts[i] \& !MUTANT), .valid_o(pick), .idx_o(picked)/
