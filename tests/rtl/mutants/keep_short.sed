# file: xb_switch_input.sv
# SPDX-License-Identifier: Apache-2.0
# flags: --packet 1B..70B
# why: output 0 lacks the highest byte of beats that are not their packet's last
# caught-by: tkeep
# assertion: m_tkeep_full: m_axis port 0
s/\.word_i(\(.*\)), \.user_i/.word_i((\1) ^ ((NumPorts*WordWidth)'({MUTANT \& !m_axis_tlast_o[0]}) << (WordWidth - 1))), .user_i/
