# file: xb_queue_occupancy.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: beats that are discarded stay in the occupancy
# caught-by: lockstep
# assertion: beats_conserved: all ports
s/ChangeWidth'(discard_beats_i)/(MUTANT ? '0 : ChangeWidth'(discard_beats_i))/
