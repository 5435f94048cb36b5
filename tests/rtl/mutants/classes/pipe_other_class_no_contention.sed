# file: xb_switch_input_pipe.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a head behind another class is said to be blocked by its receiver
# caught-by: lockstep
# assertion: none
s/(Classes > 1 \&\& !bid_of_output/(Classes > 1 \&\& !MUTANT \&\& !bid_of_output/
