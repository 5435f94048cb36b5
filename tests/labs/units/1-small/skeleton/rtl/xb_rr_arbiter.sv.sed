# made from: rtl/xb_rr_arbiter.sv
