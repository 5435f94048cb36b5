# file: xb_pipe_class_turn.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a class does not yield after a short word
# caught-by: lockstep
# assertion: none
s/is_short  = (started == '0)/is_short  = !MUTANT \&\& (started == '0)/
