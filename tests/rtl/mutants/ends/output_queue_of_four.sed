# file: xb_voq_transfer.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: an output queue takes four beats, whatever its depth
# caught-by: lockstep
# assertion: none
s/^\(    assign room\[j\] .*\) < output_depth_i;/\1 < (MUTANT ? xb_pkg::bounded(output_depth_i, 1, 4) : output_depth_i);/
