# file: xb_order_window.sv
# switch: window
# SPDX-License-Identifier: Apache-2.0
# why: 256 packets can wait behind the window
# caught-by: lockstep
# assertion: none
s/\.depth_i(CountWidth'(MaxDepth)),/.depth_i(CountWidth'((MUTANT \&\& MaxDepth > 256) ? 256 : MaxDepth)),/
