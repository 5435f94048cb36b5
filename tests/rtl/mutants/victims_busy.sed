# file: xb_hol_probe.sv
# SPDX-License-Identifier: Apache-2.0
# why: if one output is idle and ready, busy ones too count as victims of head-of-line blocking
# caught-by: flags
# assertion: victims_were_idle: s_axis port
s/waiting_q & idle_ready_i/waiting_q \& (MUTANT ? {NumPorts{idle_ready_i != '0}} : idle_ready_i)/
