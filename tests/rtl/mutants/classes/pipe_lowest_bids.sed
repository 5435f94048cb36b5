# file: xb_pipe_bid.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an input bids for the lowest of its heads
# caught-by: lockstep
# assertion: none
s/if (some_stay_i\[c\]) if_stays = /if (some_stay_i[c] \&\& !(MUTANT \&\& if_stays != '0)) if_stays = /
