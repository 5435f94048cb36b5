# file: xb_crosspoints.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: the memory of a crosspoint is half as deep as its inputs believe
# caught-by: lockstep
# assertion: none
s/{dest, come\[AddrWidth-1:0\]}/{dest, come[AddrWidth-1:0] \& ({AddrWidth{1'b1}} >> MUTANT)}/
s/gone\[AddrWidth-1:0\]}/gone[AddrWidth-1:0] \& ({AddrWidth{1'b1}} >> MUTANT)}/
