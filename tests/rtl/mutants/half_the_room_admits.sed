# file: xb_input_queue.sv
# switch: input
# flags: --flow drop
# SPDX-License-Identifier: Apache-2.0
# why: room for half a packet is enough to admit it
# caught-by: lockstep
# assertion: none
s/occ_beats_o + packet_beats_i <= depth_i/occ_beats_o + (packet_beats_i >> MUTANT) <= depth_i/
