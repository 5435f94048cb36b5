# file: xb_switch_voq.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: a beat that leaves is taken off the queue of another input; the sums are right
# caught-by: occupancy
# assertion: none
s/\.leave_source_i(source)/.leave_source_i(source ^ {(NumPorts*DestWidth){MUTANT}})/
