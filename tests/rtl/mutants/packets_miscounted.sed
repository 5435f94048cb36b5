# file: xb_packet_counter.sv
# SPDX-License-Identifier: Apache-2.0
# why: a packet that begins to enter while another leaves is not counted
# caught-by: occupancy
# assertion: packets_conserved: all ports: packets accepted - delivered - discarded - held =
s/^\(      held_q .*\){pop_last_i & !push_first_i}}, push_first_i ^ pop_last_i}/\1{pop_last_i \& (!push_first_i | MUTANT)}},\
                               (push_first_i ^ pop_last_i) | (MUTANT \& pop_last_i)}/
