# file: xb_class_arbiter.sv
# switch: cicq_lqf
# SPDX-License-Identifier: Apache-2.0
# why: outputs serve the lowest class that they may
# caught-by: lockstep
# assertion: none
s/if (!locked_q \&\& open\[c\] \&\& allowed\[c\]) begin/if (!locked_q \&\& open[c] \&\& allowed[c] \&\& !(MUTANT \&\& (open \& allowed \& ((Classes'(1) << c) - 1'b1)) != '0)) begin/
