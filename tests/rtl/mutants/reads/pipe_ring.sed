# file: xb_pipe_voq_input.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the memory of an input's rings is read in every cycle
# caught-by: none
# assertion: rests_while_empty: RAM: is read, and the switch has been empty
/rdata_o(word_o)/s/\.re_i(/&MUTANT | /
