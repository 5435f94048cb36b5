# file: xb_switch_input_pipe.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an input's memory is read in every cycle
# caught-by: none
# assertion: rests_while_empty: RAM: is read, and the switch has been empty
s/\.re_i(/&MUTANT | /
