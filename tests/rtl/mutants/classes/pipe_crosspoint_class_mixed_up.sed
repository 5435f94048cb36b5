# file: xb_pipe_crosspoints.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: what is read of a crosspoint is of another class
# caught-by: lockstep
# assertion: none
s/if (class_i\[c\])/if (class_i[MUTANT ? Classes-1-c : c])/
