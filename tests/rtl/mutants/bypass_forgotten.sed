# file: xb_fifo.sv
# SPDX-License-Identifier: Apache-2.0
# why: a word pushed into an empty FIFO is read from the memory before it is there
# caught-by: data
# assertion: fifo_contract_holds: push when full 0, pop when empty 0, count wrong 0, write address wrong 0, head word wrong 1
# assertion: m_tkeep_contiguous: m_axis port
# assertion: delivered_where_bound: m_axis port
# assertion: tdata_holds: m_axis port
# assertion: tuser_holds: m_axis port
s/^      bypass_q <= push && /&!MUTANT \&\& /
