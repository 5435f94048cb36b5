# file: xb_pipe_input.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: what a beat wants is not read where two are known
# caught-by: data
# assertion: none
s/\.re_i(/&!(MUTANT \&\& ahead_q == 2'd2) \& /
