# file: xb_voq_bids.sv
# switch: voq
# flags: --route-delay 9
# SPDX-License-Identifier: Apache-2.0
# why: a packet that waits for its routing delay bids a cycle late
# caught-by: lockstep
# assertion: none
s/now_i - delayed_stamp >= route_delay_i/now_i - delayed_stamp >= route_delay_i + CountWidth'(MUTANT)/
