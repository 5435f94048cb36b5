# file: xb_pipe_class_turn.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the word behind one that leaves is taken to need what that needed
# caught-by: lockstep
# assertion: none
s/\& !pop_i\[c\*Turns + 32.(next)\];/\& (MUTANT | !pop_i[c*Turns + 32'(next)]);/
