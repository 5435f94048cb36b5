# file: xb_pipe_input.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat that leaves is taken from the count in both cycles
# caught-by: lockstep
# assertion: none
s/LevelWidth.(push) - LevelWidth.(popped)/LevelWidth'(push) - LevelWidth'(popped) - LevelWidth'({MUTANT \& pop_i})/
