# file: xb_pipe_voq_input.sv
# switch: crosspoint_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the memory of packet ends is read in every cycle
# caught-by: none
# assertion: rests_while_empty: RAM: is read, and the switch has been empty
/rdata_o(side)/s/\.re_i(/&MUTANT | /
