# file: xb_queue_occupancy.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: the counters of discarded packets have 12 bits
# caught-by: lockstep
# assertion: none
s/drops_q\[discard_dest_i\] <= drops_q\[discard_dest_i\] + 1'b1;/drops_q[discard_dest_i] <= (drops_q[discard_dest_i] + 1'b1) \& (MUTANT ? 32'hfff : '1);/
