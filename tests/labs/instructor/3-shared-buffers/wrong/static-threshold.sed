# rtl/admission/xb_admission.sv loses dynamic dynamic-other: alpha times the whole pool, not what is left of it
s/AlphaWidth'(pool_limit_i - used)/AlphaWidth'(pool_limit_i)/
