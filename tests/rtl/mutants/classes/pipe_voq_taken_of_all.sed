# file: xb_pipe_voq_port.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the beats of all classes leave at once
# caught-by: lockstep
# assertion: none
s/ \& first \& (valid_i/ \& (first | {Classes{MUTANT}}) \& (valid_i/
