# file: xb_switch_input.sv
# SPDX-License-Identifier: Apache-2.0
# flags: --packet 1B..70B
# why: output 0 shows all bytes while its receiver stalls, and the right ones when the beat is taken
# caught-by: handshake
# assertion: m_tkeep_holds: m_axis port 0
s/\.word_i(m_word/.word_i((m_word | ((NumPorts*WordWidth)'({KeepWidth{MUTANT \& !m_axis_tready_i[0]}}) << DataWidth))/
