# file: xb_pipe_lists.sv
# switch: shared_pipe
# SPDX-License-Identifier: Apache-2.0
# why: the link of a packet is not read for output 1
# caught-by: data
# assertion: none
/rdata_o(packet_link)/s/\.re_i(/&!(MUTANT \& load_packet_q[1]) \& /
