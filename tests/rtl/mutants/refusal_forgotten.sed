# file: xb_ingress.sv
# flags: --flow drop
# SPDX-License-Identifier: Apache-2.0
# why: a packet being discarded is let in from the beat on that finds room for a whole one: torn
# caught-by: order
# assertion: packets_are_kept_or_discarded: packet torn 1
s/in_packet_q ? refused_q :/in_packet_q ? (refused_q \& !(MUTANT \& room_i)) :/
