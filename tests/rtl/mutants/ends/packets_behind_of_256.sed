# file: xb_order_window.sv
# switch: window
# SPDX-License-Identifier: Apache-2.0
# why: 256 packets can wait behind the window
# caught-by: lockstep
# assertion: none
s/\.MaxDepth(MaxDepth)) u_behind/.MaxDepth(MaxDepth < 256 ? MaxDepth : 256)) u_behind/
s/\.depth_i(CountWidth'(MaxDepth)),/.depth_i(CountWidth'(MaxDepth < 256 ? MaxDepth : 256)),/
