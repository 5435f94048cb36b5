# file: xb_switch_input_pipe.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a head that waits for another class of its input, and whose own output is idle, counts as that output's victim
# caught-by: lockstep
# assertion: none
s/idle_ready & ((Classes > 1) ?/idle_ready \& ((Classes > 1) \&\& !MUTANT ?/
