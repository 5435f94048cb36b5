# file: xb_pipe_bid.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: a higher class begins behind any beat of a packet
# caught-by: lockstep
# assertion: none
s/if (!last_o) if_goes/if (!last_o \&\& !MUTANT) if_goes/
