# SPDX-License-Identifier: Apache-2.0
# Vivado: see README.md beside this file. Registers are called NAME_reg there.
foreach fifo [get_cells -quiet -hierarchical -filter {ORIG_REF_NAME == xb_async_fifo || REF_NAME == xb_async_fifo}] {
  set s_period [get_property -min PERIOD [get_clocks -of_objects [get_pins -of_objects $fifo -filter {REF_PIN_NAME == s_clk_i}]]]
  set m_period [get_property -min PERIOD [get_clocks -of_objects [get_pins -of_objects $fifo -filter {REF_PIN_NAME == m_clk_i}]]]

  set_max_delay -datapath_only $s_period -from [get_cells $fifo/wgray_q_reg[*]] -to [get_cells $fifo/u_to_m/meta_q_reg[*]]
  set_bus_skew $s_period -from [get_cells $fifo/wgray_q_reg[*]] -to [get_cells $fifo/u_to_m/meta_q_reg[*]]
  set_max_delay -datapath_only $m_period -from [get_cells $fifo/rgray_q_reg[*]] -to [get_cells $fifo/u_to_s/meta_q_reg[*]]
  set_bus_skew $m_period -from [get_cells $fifo/rgray_q_reg[*]] -to [get_cells $fifo/u_to_s/meta_q_reg[*]]
  # A memory of LUTs: its output is at the writer's clock.
  set_max_delay -quiet -datapath_only $m_period -from [get_clocks -of_objects [get_cells $fifo/wgray_q_reg[*]]] \
    -to [get_cells -quiet $fifo/word_q_reg[*]]
  set_false_path -to [get_pins -of_objects [get_cells "$fifo/u_s_reset/sync_q_reg[*] $fifo/u_m_reset/sync_q_reg[*]"] \
    -filter {REF_PIN_NAME == CLR}]
}

set switches [get_cells -quiet -hierarchical -filter {ORIG_REF_NAME =~ xb_switch_* || REF_NAME =~ xb_switch_*}]
if {[llength $switches] > 0} {
  set_false_path -through [get_pins -of_objects $switches -filter {REF_PIN_NAME =~ cfg_*_i*}]
}
