# file: xb_fifo.sv
# SPDX-License-Identifier: Apache-2.0
# why: tready stays high when the FIFO is full, and words are overwritten
# caught-by: data
# assertion: fifo_contract_holds: push when full 1
s/ = count_o < depth_i;/ = (count_o < depth_i) | (MUTANT \& (depth_i != '0));/
