# file: xb_fifo.sv
# SPDX-License-Identifier: Apache-2.0
# why: a FIFO is read in every cycle
# caught-by: none
# assertion: rests_while_empty: RAM: is read, and the switch has been empty
s/^  assign re  *= /&MUTANT | /
