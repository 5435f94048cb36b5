# made from: labs/2-islip/skeleton/rtl/matcher/xb_voq_matcher.sv
# SPDX-License-Identifier: Apache-2.0
/^\/\/\/ Unit 2/,/^\/\/\/ their arguments/c\
/// iSLIP alone, without PIM and RRM: the solution of unit 2, part 2.
s/asking & (.*/NumPorts'({xb_pkg::first_from(64'(asking), 64'(grant_ptr_q[j]))});/
s/grants\[i\] & (.*/NumPorts'({xb_pkg::first_from(64'(grants[i]), 64'(accept_ptr_q[i]))});/
/YOURS/,/grant_ptr_q\[p\]  <=/c\
        if (in_first[p]) accept_ptr_q[p] <= NumPorts'({xb_pkg::past(64'(accepted[p]))});\
        if (out_first[p]) grant_ptr_q[p] <= NumPorts'({xb_pkg::past(64'(granted[p]))});
