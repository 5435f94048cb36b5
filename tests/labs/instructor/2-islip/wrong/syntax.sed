# rtl/arbiter/xb_rr_arbiter.sv loses rr-pointer rr-fair rr-other: a semicolon is missing
s/^\(  assign candidates .*\);/\1/
