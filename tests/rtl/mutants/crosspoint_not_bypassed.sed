# file: xb_crosspoint.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: a beat that arrives at an empty crosspoint and leaves at once is not the one that arrived
# caught-by: data
# assertion: tdata_holds: m_axis port
s/^  assign data_o = .*/  assign data_o = held_data;/
