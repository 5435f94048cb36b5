# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the credit of a crosspoint goes to that of another class
# caught-by: lockstep
# assertion: none
s/left\[j\] = taken\[c\*/left[j] = taken[(MUTANT ? Classes-1-c : c)*/
