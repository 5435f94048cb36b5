# file: xb_pipe_class_pick.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an output serves the lowest class that asks
# caught-by: lockstep
# assertion: none
s/(d > c ? /((d > c) != MUTANT ? /
