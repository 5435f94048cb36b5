# file: xb_voq_input.sv
# switch: voq
# flags: --flow drop
# SPDX-License-Identifier: Apache-2.0
# why: room for half a packet is enough to admit it
# caught-by: lockstep
# assertion: none
s/count + packet_beats_i <= depth_i/count + (packet_beats_i >> 1) <= depth_i/
