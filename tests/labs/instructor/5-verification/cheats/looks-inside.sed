# rtl/switch_checker.sv loses withdrawn misrouted interleaved overrun starved quiet flipped stopped torn twice leaks: the number of the fault is read
s/^  \/\/ Rule 6.*/  always_ff @(posedge clk_i) assert (watched.u_faulty.fault == 0);/
