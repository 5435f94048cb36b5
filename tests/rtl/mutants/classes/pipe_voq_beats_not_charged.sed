# file: xb_pipe_voq_port.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: what a class sends is not taken from its share
# caught-by: lockstep
# assertion: none
s/sent_i(shown/sent_i(~{Classes{MUTANT}} \& shown/
