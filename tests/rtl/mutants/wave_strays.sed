# file: xb_wave_memory.sv
# switch: output
# SPDX-License-Identifier: Apache-2.0
# why: a wave that writes goes on at the address of the one that reads beside it
# caught-by: data
# assertion: no_write_where_a_wave_reads: bank 1: a word is overwritten while it is read
s/^          write_addr_q <= write_addr\[b-1\];/          write_addr_q <= (MUTANT \&\& read[b-1]) ? read_addr[b-1] : write_addr[b-1];/
