# made from: rtl/xb_voq_matcher.sv
# SPDX-License-Identifier: Apache-2.0
# iSLIP alone: without PIM and RRM, and without the picks and the pointers.
/^\/\/\/ Matches free/,/^\/\/\/ Keeps the request/c\
/// Unit 2, part 2: iSLIP (McKeown 1999). What is missing is marked YOURS.\
///\
/// Matches free inputs with free outputs for which they have a packet, in up to four rounds of request, grant and\
/// accept, all in one cycle. In every round each unmatched output grants one of the unmatched inputs that ask for it:\
/// the first at or after its grant pointer. Each input accepts one of its grants: the first at or after its accept\
/// pointer. The pointers of an output and of its input move to one past the partner when the grant is accepted, and in\
/// the first round only.\
///\
/// A pointer is kept as a mask: bit i is set for the ports from the pointer on. xb_pkg::first_from(requesters, pointer)\
/// gives the first requester, one-hot; xb_pkg::past(one-hot) the pointer to one past it. Both are 64 bits wide, as are\
/// their arguments: NumPorts'(..) cuts, 64'(..) fills with zeros, and an assignment does either by itself.
/\/\/\/ Settings:/c\
  /// Settings: rounds, 1..4. The others are of PIM and RRM, and not used here.
/localparam logic \[1:0\]/d
s/^\(  logic \[NumPorts-1:0\] \)   *\([a-z_]* \[NumPorts\];\)/\1 \2/
/grant_random, accept_random;/d
s/^\(  logic \[DestWidth-1:0\] \) *dest/\1dest/
/Ports not yet matched, /,/winner;/c\
  // Ports not yet matched; matched in the first round.\
  logic [NumPorts-1:0]  in_free, out_free, in_first, out_first;\
  logic [NumPorts-1:0]  asking, picked;\
  logic [DestWidth-1:0] winner;\
  logic                 unused;\
\
  assign unused = ^{scheduler_i, load_i, seed_i};
/The number of a round/,/begin : gen_random/d
/xb_lfsr/,/^$/d
/^    granting/d
/^            granting/d
/^    for (int k/i\

/^      if (k </a\
        // Grant: every free output picks one of the free inputs that ask for it.
/^        for (int i = 0; i < NumPorts; i++) begin/i\
\
        // Accept: every input picks one of its grants.
/^        if (k == 0)/i\

/^    for (int i = 0.*dest/i\

s/picked = pick(asking,.*/picked = asking \& (~asking + 1'b1);  \/\/ YOURS: as it stands, the lowest wins/
s/picked = pick(grants.*/picked = grants[i] \& (~grants[i] + 1'b1);  \/\/ YOURS: as it stands, the lowest wins/
/^        if (in_first/,/^        end/c\
        // YOURS: where do the pointers of input p and of output p move, and when? in_first[p] says that input p was\
        // matched in the first round, out_first[p] that output p was.\
        accept_ptr_q[p] <= accept_ptr_q[p];\
        grant_ptr_q[p]  <= grant_ptr_q[p];
