# file: xb_crosspoint_inputs.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: a crosspoint takes half of the beats that it could hold
# caught-by: lockstep
# assertion: none
s/^    \.clk_i, \.rst_ni, \.limit_i(Width'(Capacity)),/    .clk_i, .rst_ni, .limit_i(Width'(Capacity >> 1)),/
