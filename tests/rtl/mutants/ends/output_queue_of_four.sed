# file: xb_voq_transfer.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: an output queue takes four beats, whatever its depth
# caught-by: lockstep
# assertion: none
s/^    assign room\[j\] .*/    assign room[j]   = count + CountWidth'(moving_q[j]) < xb_pkg::bounded(output_depth_i, 1, 4);/
