# rtl/matcher/xb_voq_matcher.sv loses islip-1 islip-4 desynchronised islip-other: the grant pointer moves with every grant: RRM
s/if (out_first\[p\]) grant_ptr_q/if (granted[p] != '0) grant_ptr_q/
