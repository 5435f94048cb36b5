# file: xb_packet_lists.sv
# switch: output
# SPDX-License-Identifier: Apache-2.0
# why: the link of a packet is not read where it is the last
# caught-by: data
# assertion: none
/rdata_o(packet_link)/s/\.re_i(/&!(MUTANT \&\& waiting_q[from] == 2) \& /
