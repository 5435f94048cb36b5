# file: xb_crosspoint_inputs.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: a crosspoint takes half of the beats that it could hold
# caught-by: lockstep
# assertion: none
s/\.limit_i(Width'(Capacity))/.limit_i(Width'(Capacity >> MUTANT))/
