# file: xb_packet_lists.sv
# switch: output
# SPDX-License-Identifier: Apache-2.0
# why: the list of packets is read in every cycle
# caught-by: none
# assertion: rests_while_empty: RAM: is read, and the switch has been empty
/rdata_o(packet_link)/s/\.re_i(/&MUTANT | /
