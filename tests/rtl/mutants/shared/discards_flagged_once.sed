# file: xb_memory_flags.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a discarded word counts for one cycle, however many beats it has
# caught-by: lockstep
# assertion: none
s/OwedWidth'(beats_i)/(MUTANT ? OwedWidth'(beats_i != '0) : OwedWidth'(beats_i))/
