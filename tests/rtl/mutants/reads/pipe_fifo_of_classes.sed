# file: xb_switch_input_pipe.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an input's memory is read in every cycle, with traffic classes (classes_test.cpp)
# caught-by: none
# assertion: none
s/^      assign bids\[i\] = /&MUTANT | /
