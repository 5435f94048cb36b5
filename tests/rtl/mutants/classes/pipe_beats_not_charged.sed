# file: xb_pipe_service.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a beat costs its class nothing
# caught-by: lockstep
# assertion: none
s/sent_i\[c\] \& !exempt\[c\]/sent_i[c] \& !MUTANT \& !exempt[c]/
