# file: xb_keep.sv
# SPDX-License-Identifier: Apache-2.0
# flags: --packet 1B..70B
# why: the first byte of every beat is lost
# caught-by: tkeep
# assertion: m_tkeep_contiguous: m_axis port
s/= tkeep_i\[i\*KeepWidth +: KeepWidth\];/= tkeep_i[i*KeepWidth +: KeepWidth] \& ~KeepWidth'(MUTANT);/
