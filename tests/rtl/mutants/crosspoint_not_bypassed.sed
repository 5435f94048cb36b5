# file: xb_crosspoints.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: a beat that arrives at an empty crosspoint and leaves at once is not the one that arrived
# caught-by: data
# assertion: tdata_holds: m_axis port
# assertion: m_tkeep_contiguous: m_axis port
s/ = held ? data_q/ = (held | MUTANT) ? data_q/
