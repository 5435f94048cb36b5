# file: xb_crosspoint_inputs.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: of a queue's length six bits are compared
# caught-by: lockstep
# assertion: none
s/\.age_i(queue_beats_i\[\(.*\)\]),$/.age_i(queue_beats_i[\1] \& {NumPorts{MUTANT ? 32'h3f : 32'hffff_ffff}}),/
