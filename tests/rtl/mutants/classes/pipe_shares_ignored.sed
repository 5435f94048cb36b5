# file: xb_pipe_class_pick.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an output serves the highest class, whatever its share
# caught-by: lockstep
# assertion: none
s/|| !eligible_i\[c\] : eligible_i\[d\]/|| !eligible_i[c] || MUTANT : !MUTANT \&\& eligible_i[d]/
