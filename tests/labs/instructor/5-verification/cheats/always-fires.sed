# rtl/switch_checker.sv loses withdrawn misrouted interleaved overrun starved quiet flipped stopped torn twice leaks: an alarm in any case
s/^  \/\/ Rule 6.*/  always_ff @(posedge clk_i) assert (rst_i) else $error("wrong");/
