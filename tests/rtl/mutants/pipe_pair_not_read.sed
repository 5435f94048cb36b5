# file: xb_pipe_ingress_stage.sv
# switch: output_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the last pair of a word is not read
# caught-by: data
# assertion: none
s/^  assign ram_re_o .*/  assign ram_re_o    = word_pop_i | (left_q > (MUTANT ? BeatsWidth'(4) : BeatsWidth'(2)));/
