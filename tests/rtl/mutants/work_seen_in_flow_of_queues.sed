# file: xb_voq_transfer.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: an output that sends is idle with work, too
# caught-by: flags
# assertion: idle_was_idle: m_axis port
s/work_late_q & m_tready_i & ~m_tvalid_o/work_late_q \& m_tready_i \& (~m_tvalid_o | {NumPorts{MUTANT}})/
