# file: xb_pipe_input.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat that leaves is taken from the count in both cycles
# caught-by: lockstep
# assertion: none
s/popped_q ? count_q - 1.b1/popped_q ? count_q - 1'b1 - LevelWidth'({MUTANT \& pop_i})/
