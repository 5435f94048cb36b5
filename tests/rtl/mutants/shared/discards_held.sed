# file: xb_queue_occupancy.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: beats that are discarded stay in the occupancy
# caught-by: lockstep
# assertion: beats_conserved: all ports
s/^    if (discard_i) beats_change.*/    if (discard_i) beats_change[discard_dest_i] -= ChangeWidth'(discard_beats_i - discard_beats_i);/
