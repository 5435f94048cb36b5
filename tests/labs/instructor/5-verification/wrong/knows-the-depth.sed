# rtl/switch_checker.sv loses flipped stopped torn twice leaks: a FIFO of sixteen beats is not in the rules: false alarms on another correct switch
/Rule 6: an input/i\
  logic [4:0] held [4];\
  always_ff @(posedge clk_i) begin\
    for (int i = 0; i < 4; i++) begin\
      automatic logic [4:0] leaves = 0;\
      for (int o = 0; o < 4; o++) if (m_moves[o] \&\& (inside_q[o] ? from_q[o] : m_tdata_i[o][1:0]) == 2'(i)) leaves = leaves + 1;\
      held[i] <= rst_i ? 0 : held[i] + 5'(s_moves[i]) - leaves;\
      if (!rst_i \&\& s_tvalid_i[i] \&\& held[i] == 12) assert (s_tready_i[i]) else $error("input %0d: not ready", i);\
    end\
  end\

