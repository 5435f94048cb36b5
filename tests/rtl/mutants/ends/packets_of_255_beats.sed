# file: xb_switch_input.sv
# switch: input
# SPDX-License-Identifier: Apache-2.0
# why: a packet is taken for one of 255 beats at most when it is admitted
# caught-by: lockstep
# assertion: none
s/xb_pkg::bounded(cfg_packet_beats_i, 1, MaxDepth + 1)/xb_pkg::bounded(cfg_packet_beats_i, 1, MUTANT ? 255 : MaxDepth + 1)/
