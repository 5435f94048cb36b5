# file: xb_switch_input_pipe.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: back-pressure is told as contention
# caught-by: lockstep
# assertion: none
s/\.contention_i(room\[/.contention_i(MUTANT | room[/
