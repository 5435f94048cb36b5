# file: xb_wave_memory.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: outputs look at the bank that is read now, not at the one that was read a cycle ago
# caught-by: lockstep
# assertion: none
s/bank_of_output_q <= port_i;/bank_of_output_q <= MUTANT ? {port_i[0 +: (NumPorts-1)*PortWidth], port_i[(NumPorts-1)*PortWidth +: PortWidth]} : port_i;/
