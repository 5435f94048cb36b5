# file: xb_pipe_bid.sv
# switch: input_pipe
# SPDX-License-Identifier: Apache-2.0
# why: an input bids for the lowest of its heads
# caught-by: lockstep
# assertion: none
s/if (some_stay_i\[c\]) early_stays = /if (some_stay_i[c] \&\& !(MUTANT \&\& early_stays != '0)) early_stays = /
