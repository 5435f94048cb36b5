+incdir+include +define+CLK_NAME=clk
fx_parts.sv
listed.sv  // the top
