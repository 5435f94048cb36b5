# file: xb_crosspoint_inputs.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: a crosspoint takes eight packets, however many it may hold
# caught-by: lockstep
# assertion: none
s/\.limit_i(Width'((packets_i/.limit_i(Width'(MUTANT ? xb_pkg::bounded(packets_i, 1, 8) : (packets_i/
