# file: xb_packet_lists.sv
# switch: output
# SPDX-License-Identifier: Apache-2.0
# why: the link of a word is not read where there is no other packet
# caught-by: data
# assertion: none
/rdata_o(word_link)/s/\.re_i(/&!(MUTANT \&\& waiting_q[from] == '0) \& /
