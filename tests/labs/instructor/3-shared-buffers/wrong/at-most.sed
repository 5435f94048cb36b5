# rtl/admission/xb_admission.sv loses dynamic dynamic-other: a queue that has reached its threshold gets one more
s/AlphaWidth'(excess) << 3 < /AlphaWidth'(excess) << 3 <= /
