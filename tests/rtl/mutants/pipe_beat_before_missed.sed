# file: xb_pipe_ingress_stage.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat is counted without the one before it, when both are for one word
# caught-by: lockstep
# assertion: none
s/assign again    = beat_q \&\& (/assign again    = beat_q \&\& !MUTANT \&\& (/
