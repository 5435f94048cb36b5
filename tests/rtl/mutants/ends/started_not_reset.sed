# file: xb_packet_lists.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: an output that was in the middle of a packet still is after a reset
# caught-by: lockstep
# assertion: none
s/^      started_q     <= '0;/      started_q     <= MUTANT ? started_q : '0;/
