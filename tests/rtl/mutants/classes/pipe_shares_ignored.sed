# file: xb_pipe_grant.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an output serves the highest class, whatever its share
# caught-by: lockstep
# assertion: none
s/|| !eligible\[c\] : eligible\[d\]/|| !eligible[c] || MUTANT : !MUTANT \&\& eligible[d]/
