# SPDX-License-Identifier: Apache-2.0
# Quartus: see README.md beside this file. Set the two periods [ns] to those of the slower of the links' clocks.
set s_period 6.4
set m_period 6.4

set_max_delay $s_period -from [get_registers {*xb_async_fifo:*|wgray_q[*]}] -to [get_registers {*|xb_sync:u_to_m|meta_q[*]}]
set_max_skew $s_period -from [get_registers {*xb_async_fifo:*|wgray_q[*]}] -to [get_registers {*|xb_sync:u_to_m|meta_q[*]}]
set_min_delay -100 -from [get_registers {*xb_async_fifo:*|wgray_q[*]}] -to [get_registers {*|xb_sync:u_to_m|meta_q[*]}]
set_max_delay $m_period -from [get_registers {*xb_async_fifo:*|rgray_q[*]}] -to [get_registers {*|xb_sync:u_to_s|meta_q[*]}]
set_max_skew $m_period -from [get_registers {*xb_async_fifo:*|rgray_q[*]}] -to [get_registers {*|xb_sync:u_to_s|meta_q[*]}]
set_min_delay -100 -from [get_registers {*xb_async_fifo:*|rgray_q[*]}] -to [get_registers {*|xb_sync:u_to_s|meta_q[*]}]
# A memory of LUTs: its output is at the writer's clock.
set_max_delay $m_period -from [get_registers {*xb_async_fifo:*|mem_q*}] -to [get_registers {*xb_async_fifo:*|word_q[*]}]
set_min_delay -100 -from [get_registers {*xb_async_fifo:*|mem_q*}] -to [get_registers {*xb_async_fifo:*|word_q[*]}]
set_false_path -to [get_pins -compatibility_mode {*|xb_reset_sync:u_?_reset|sync_q[*]|clrn}]

# Settings that are pins of the project's top; a project's own registers of settings go here likewise.
set_false_path -from [get_ports {cfg_*_i*}]
