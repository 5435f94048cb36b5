# rtl/switch_checker.sv loses withdrawn misrouted interleaved overrun starved quiet flipped stopped torn twice leaks: the simulation is ended
s/^  \/\/ Rule 6.*/  always_ff @(posedge clk_i) if (waited[0] > 9) $finish;/
