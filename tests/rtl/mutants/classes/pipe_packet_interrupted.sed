# file: xb_pipe_bid.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a packet that lacks a beat lets another class begin
# caught-by: lockstep
# assertion: none
s/if (busy) if_stays/if (busy \&\& !MUTANT) if_stays/
