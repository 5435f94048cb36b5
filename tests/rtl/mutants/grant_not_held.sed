# file: xb_packet_arbiter.sv
# SPDX-License-Identifier: Apache-2.0
# why: the output is free again after every beat, and other packets come between
# caught-by: interleave
# assertion: packet_arbiter_contract_holds: input changed within a packet
s/(valid_o && ready_i && last_i)/(valid_o \&\& ready_i \&\& (last_i || MUTANT))/
