# file: xb_fifo.sv
# SPDX-License-Identifier: Apache-2.0
# why: two neighbouring words change places in the memory
# caught-by: data
# assertion: fifo_contract_holds: push when full 0, pop when empty 0, count wrong 0, write address wrong 0, head word wrong 1
# assertion: delivered_where_bound: m_axis port
s/\.waddr_i(waddr_q)/.waddr_i(waddr_q ^ AddrWidth'(MUTANT \&\& waddr_q[AddrWidth-1:1] == 1))/
