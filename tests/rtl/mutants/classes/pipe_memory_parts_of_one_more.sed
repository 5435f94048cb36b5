# file: xb_pipe_admission.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a queue is taken to have room for a word more than its part has
# caught-by: lockstep
# assertion: none
s/least_bound_i) + 1'b1;/least_bound_i) + 1'b1 + ThresholdWidth'(MUTANT);/
