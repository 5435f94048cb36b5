# file: xb_packet_lists.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a packet for an output overtakes one that waits there alone
# caught-by: order
# assertion: none
s/^    if (to_next) next_q.*/    if (to_next) next_q[to] <= overtakes ? head_q[to] : appended;\
    if (overtakes) head_q[to] <= appended;/
s/^    if (append_i) last_packet_q.*/    if (append_i) last_packet_q[to] <= overtakes ? head_q[to][WordWidth-1 -: AddrWidth] : handle;/
s/^  assign to_next .*/&\
  logic overtakes;\
  assign overtakes = MUTANT \& to_next \& !started_q[to] \& (to != from);/
