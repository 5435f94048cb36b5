# file: xb_pipe_output.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat passes those that wait at the output
# caught-by: order
# assertion: none
s/word_o <= some_q ? queue_q/word_o <= some_q \& !(MUTANT \& valid_i) ? queue_q/
