# file: xb_switch_crosspoint_pipe.sv
# switch: cicq_lqf_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the credit of a crosspoint goes to that of another class
# caught-by: lockstep
# assertion: none
s/= taken\[Column\]/= taken[MUTANT ? j*NumMemories + (Classes-1-c)*NumPorts + i : Column]/
