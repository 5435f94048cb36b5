# rtl/matcher/xb_voq_matcher.sv loses islip-4 islip-other: pointers move in every round
s/if (k == 0) granted\[j\] = picked;/granted[j] = picked;/; s/if (k == 0) begin/begin/
