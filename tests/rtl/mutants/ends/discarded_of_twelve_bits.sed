# file: xb_queue_occupancy.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: the counters of discarded packets have 12 bits
# caught-by: lockstep
# assertion: none
s/drops_q\[discard_dest_i\] + CountWidth'(discard_packets_i);/(drops_q[discard_dest_i] + CountWidth'(discard_packets_i)) \& (MUTANT ? 32'hfff : '1);/
