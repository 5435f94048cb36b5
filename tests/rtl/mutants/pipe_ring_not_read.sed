# file: xb_pipe_voq_input.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat of the last ring is not read
# caught-by: data
# assertion: none
/rdata_o(word_o)/s/\.re_i(/&!(MUTANT \& popped_q[NumPorts-1]) \& /
