# file: xb_pipe_input.sv
# switch: input_pipe
# flags: --forwarding store-and-forward
# SPDX-License-Identifier: Apache-2.0
# why: under store-and-forward a packet starts with its first beat
# caught-by: lockstep
# assertion: stored_before_forwarded: under store-and-forward
s/s_tlast_i | early_q)/s_tlast_i | early_q | MUTANT)/
