# rtl/admission/xb_admission.sv loses dynamic dynamic-other: alpha is 2**alpha_i, without the 3
s/AlphaWidth'(excess) << 3 < /AlphaWidth'(excess) < /
