# file: xb_voq_bids.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: 64 packets can wait for their routing delay
# caught-by: lockstep
# assertion: none
s/\.MaxDepth(MaxDepth)) u_delayed/.MaxDepth(MaxDepth < 64 ? MaxDepth : 64)) u_delayed/
s/\.depth_i(CountWidth'(MaxDepth)),/.depth_i(CountWidth'(MaxDepth < 64 ? MaxDepth : 64)),/
