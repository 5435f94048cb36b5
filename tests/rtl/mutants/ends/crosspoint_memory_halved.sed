# file: xb_switch_crosspoint.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: the memory of a crosspoint is half as deep as its inputs believe
# caught-by: lockstep
# assertion: none
s/\.MaxBeats(MaxCrosspointBeats)/.MaxBeats(MaxCrosspointBeats \/ 2)/
