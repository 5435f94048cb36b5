# made from: rtl/xb_admission.sv
# SPDX-License-Identifier: Apache-2.0
# The rules are one function, of which partition and dynamic threshold are missing.
/^\/\/\/ Who gets/c\
/// Unit 3: who gets a word of a memory that several queues share. What is missing is marked YOURS.
/^\/\/\/ A queue's/,/^\/\/\/ several words/c\
/// A queue's *count* is the words that it holds or has reserved. With `OwnWord` each queue has one word of its own; the\
/// others are *excess*, and come from the pool. A request for several words is granted whole, or not.
/^\/\/\/ - partition/,/^\/\/\/ The answers/c\
/// - partition: the queue's excess stays within its part of the pool, `queue_limit_i`; without words of their own, also\
///   the pool must have them;\
/// - dynamic threshold: the pool has them, and the queue's excess is less than alpha times what the pool has left,\
///   alpha = 2**(alpha_i - 3).\
/// A request that takes nothing from the pool is always granted. There is a question for each traffic class, of which one\
/// is committed. The counts below are finished.
/localparam int unsigned AlphaWidth/i\
  // Wide enough for a number of words times 64.
s/pool_left, taken, most/taken, most/
/^  assign pool_left/,/^$/d
s/count, excess, added, alone_left/count, excess, added/
s/empty, own_new, pool_ok, part_ok/empty, own_new/
/^    assign count  /i\
    // Of the queue that asks: its excess, and how much its excess would grow.
s/^\(    assign \(count\|empty\|own_new\|excess\|added\) *\)   =/\1=/
/^    assign alone_left/,/^    assign part_ok/c\
\
    // Would the request be granted, if `used` words of the pool were in use?\
    function automatic logic granted(input logic [WordsWidth-1:0] used);\
      logic fits;\
      fits = used + added <= pool_limit_i;\
      if (added == '0) granted = 1'b1;\
      else if (partition_i) granted = fits;  // YOURS: as it stands, complete sharing\
      else if (dynamic_i) granted = fits;    // YOURS: likewise; << alpha_i is a product, but alpha may be 1/8\
      else granted = fits;\
    endfunction
/^    always_comb begin/,/^    assign alone/c\
    always_comb begin\
      ok_o[c]  = granted(pool_q);\
      // If the other queues did not take what they take.\
      alone[c] = !partition_i && (!Late || pool_q != excess) && granted(excess);\
    end
/^                      (!dynamic_i/d
