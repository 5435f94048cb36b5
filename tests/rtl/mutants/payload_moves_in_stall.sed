# file: xb_switch_input.sv
# SPDX-License-Identifier: Apache-2.0
# why: tuser is another while the receiver stalls, and right again when the beat is taken
# caught-by: handshake
# assertion: tuser_holds: m_axis port
s/^        out_side\[j\*SideWidth +: SideWidth\];/        out_side[j*SideWidth +: SideWidth] ^ {{DestWidth{1'b0}}, MUTANT \& !m_axis_tready_i[j], 1'b0};/
