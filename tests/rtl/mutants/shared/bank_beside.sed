# file: xb_wave_memory.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: outputs look at the bank that is read now, not at the one that was read a cycle ago
# caught-by: lockstep
# assertion: none
s/= \(port_i\[((b + 1) % NumPorts)\)/= MUTANT ? port_i[b*PortWidth +: PortWidth] : \1/
