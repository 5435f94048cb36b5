# rtl/switch_checker.sv loses withdrawn interleaved overrun starved quiet flipped stopped torn leaks: a bound of four cycles: false alarms wherever anybody waits
s/Longest  = 2000/Longest  = 4/
