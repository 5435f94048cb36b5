# file: xb_crosspoint_inputs.sv
# switch: crosspoint
# SPDX-License-Identifier: Apache-2.0
# why: the inputs' round robin is never told that a queue was served: the lowest output always wins
# caught-by: lockstep
# assertion: no_requester_starves: requester 2: sees more than 2 grants to others
s/\.advance_i(starts\[i\])/.advance_i(starts[i] \& !MUTANT)/
