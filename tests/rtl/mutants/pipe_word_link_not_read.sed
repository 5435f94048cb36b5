# file: xb_pipe_lists.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the link of a word is not read for output 1
# caught-by: data
# assertion: none
/rdata_o(word_link)/s/\.re_i(/&!(MUTANT \&\& read_turn_o == 1) \& /
