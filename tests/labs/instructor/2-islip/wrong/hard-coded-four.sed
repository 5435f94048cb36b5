# rtl/arbiter/xb_rr_arbiter.sv loses rr-other: the number of requesters is written as 4
s/ptr_q <= (idx_o == .*/ptr_q <= (idx_o == 3) ? '0 : idx_o + 1'b1;/
