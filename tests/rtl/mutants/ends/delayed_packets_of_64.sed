# file: xb_voq_bids.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: 64 packets can wait for their routing delay
# caught-by: lockstep
# assertion: none
s/\.depth_i(CountWidth'(MaxDepth)),/.depth_i(CountWidth'((MUTANT \&\& MaxDepth > 64) ? 64 : MaxDepth)),/
