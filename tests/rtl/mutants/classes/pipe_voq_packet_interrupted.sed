# file: xb_pipe_voq_port.sv
# switch: voq_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a higher class begins behind any beat of a packet
# caught-by: lockstep
# assertion: none
s/!ready_i || (shown \& last_i) == '0/!ready_i || (!MUTANT \&\& (shown \& last_i) == '0)/
