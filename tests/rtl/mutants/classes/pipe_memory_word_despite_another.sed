# file: xb_pipe_memory_inputs.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a word is completed as it is though another class has one
# caught-by: lockstep
# assertion: none
s/|= has_word\[d/|= !MUTANT \& has_word[d/
