# file: xb_pipe_grant.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a grant is not held to the packet's end
# caught-by: interleave
# assertion: none
s/(held_q ? ptr_q : reached)/(held_q \& !MUTANT ? ptr_q : reached)/
