# file: xb_pipe_lists.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the list of words is read in every cycle
# caught-by: none
# assertion: rests_while_empty: RAM: is read, and the switch has been empty
/rdata_o(word_link)/s/\.re_i(/&MUTANT | /
