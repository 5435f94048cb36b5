# file: xb_switch_shared.sv
# switch: shared
# SPDX-License-Identifier: Apache-2.0
# why: a word that is read counts for the lowest class
# caught-by: lockstep
# assertion: none
s/\.release_queue_i(freed_queue)/.release_queue_i(MUTANT ? QueueWidth'(turn) : freed_queue)/
