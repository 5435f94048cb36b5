# rtl/switch_checker.sv loses withdrawn misrouted interleaved overrun starved quiet flipped stopped torn twice leaks: a semicolon is missing
s/^\(  wire \[3:0\] s_moves = .*\);/\1/
