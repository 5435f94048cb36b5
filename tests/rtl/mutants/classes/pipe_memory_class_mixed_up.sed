# file: xb_pipe_lists.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: whether more of a packet is written is asked of the lowest class
# caught-by: lockstep
# assertion: none
s/at_tail_q\[c\] <= at_tail\[c\];/at_tail_q[c] <= at_tail[MUTANT ? 0 : c];/
