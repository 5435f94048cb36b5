# rtl/arbiter/xb_rr_arbiter.sv loses rr-pointer rr-other: the pointer counts cycles, whoever is granted
s/else if (advance_i) ptr_q <= .*/else ptr_q <= (ptr_q == IdxWidth'(NumReq - 1)) ? '0 : ptr_q + 1'b1;/
