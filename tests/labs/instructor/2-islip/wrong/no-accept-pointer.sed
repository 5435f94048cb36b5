# rtl/matcher/xb_voq_matcher.sv loses islip-1 islip-4 islip-other: the accept pointer never moves
/if (in_first\[p\]) accept_ptr_q/d
