# rtl/switch_checker.sv loses starved stopped leaks: rule 6 forgotten
/assert (waited\[i\]/d
