# rtl/arbiter/xb_rr_arbiter.sv loses rr-pointer rr-fair rr-other: the pointer never moves
s/else if (advance_i) ptr_q <= .*/else ptr_q <= ptr_q;/
