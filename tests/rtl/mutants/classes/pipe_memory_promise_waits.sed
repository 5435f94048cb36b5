# file: xb_pipe_class_turn.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a packet that has its words is taken to wait for them
# caught-by: lockstep
# assertion: none
s/(sure | starved))/((sure \& !MUTANT) | starved))/
