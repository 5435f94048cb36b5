# file: xb_fifo.sv
# SPDX-License-Identifier: Apache-2.0
# why: a word pushed in the cycle of a pop is not counted
# caught-by: data
# assertion: fifo_contract_holds: push when full 0, pop when empty 0, count wrong 1
# assertion: beats_conserved: all ports: beats accepted - delivered - discarded - held =
s|^      count_q <= count_q + {{LevelWidth - 1{pop & !push}}, push ^ pop};|      count_q <= count_q + LevelWidth'(push \&\& !(MUTANT \&\& pop)) - LevelWidth'(pop);|
