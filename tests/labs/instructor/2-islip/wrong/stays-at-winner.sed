# rtl/arbiter/xb_rr_arbiter.sv loses rr-pointer rr-other: the pointer stays at the winner
s/else if (advance_i) ptr_q <= .*/else if (advance_i) ptr_q <= idx_o;/
