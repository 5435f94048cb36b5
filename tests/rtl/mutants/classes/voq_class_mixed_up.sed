# file: xb_switch_voq.sv
# switch: voq
# SPDX-License-Identifier: Apache-2.0
# why: the packet matched leaves the memory of another class
# caught-by: lockstep
# assertion: none
s/== ClassBits'(c);/== ClassBits'(MUTANT ? Classes-1-c : c);/
