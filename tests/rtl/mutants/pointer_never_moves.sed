# file: xb_arbiter.sv
# SPDX-License-Identifier: Apache-2.0
# why: the round robin is never told that a grant was taken: the lowest input always wins
# caught-by: fairness
# assertion: no_requester_starves: requester 2: sees more than 2 grants to others
s/\.req_i(candidates), \.advance_i(advance_i /.req_i(candidates), .advance_i(advance_i \&\& !MUTANT /
