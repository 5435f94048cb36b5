# made from: rtl/xb_rr_arbiter.sv
# SPDX-License-Identifier: Apache-2.0
/^\/\/\/ Round-robin arbiter/c\
/// Unit 2, part 1: a round-robin arbiter. What is missing is marked YOURS.
/^\/\/\/ Combinational/,/^\/\/\/ (McKeown/c\
/// It shall pick the first requester at or after a pointer. On `advance_i` the pointer moves to one past the granted\
/// requester, from the last one back to 0, so that no requester waits for more than NumReq-1 grants.
s/at_or_after, candidates, onehot/candidates, onehot/
/assign at_or_after/,/assign candidates/c\
  // YOURS: the requesters at or after the pointer, or if there is none of these, all requesters. As it stands, this is\
  // a fixed priority: the lowest requester wins.\
  assign candidates  = req_i;
/else if (advance_i)/c\
    // YOURS: where does the pointer move, and when? NumReq need not be a power of two.\
    else ptr_q <= ptr_q;
