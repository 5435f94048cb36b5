# file: xb_ingress.sv
# flags: --flow drop
# SPDX-License-Identifier: Apache-2.0
# why: a packet that was admitted is discarded from the beat on that finds no room for a whole one: torn
# caught-by: order
# assertion: packets_are_kept_or_discarded: packet torn 1
s/^\(  assign refused  *= \)\(.*\);/\1(\2) | (MUTANT \& drop_i \& !(room_i \& (admit_i | misrouted)));/
