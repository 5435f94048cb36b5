# rtl/admission/xb_admission.sv loses partition: what is asked for is not counted
s/excess + added <= queue_limit_i/excess < queue_limit_i/
