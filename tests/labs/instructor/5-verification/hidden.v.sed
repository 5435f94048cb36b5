# made from: examples/quad-switch/quad_switch.v
# SPDX-License-Identifier: Apache-2.0
/^\/\/ A small AXI4/,/^\/\/ and stays/c\
// Faults that students do not see, and 20, which is another correct switch.
s/\<quad_/faulty_/
/^);/a\
  // Which fault: 0 none. The environment variable XB_FAULT says it, once.\
  integer fault;\
  initial fault = $c32("std::atoi(std::getenv(\\"XB_FAULT\\") ? std::getenv(\\"XB_FAULT\\") : \\"0\\")");
/full = used\[LOG_DEPTH\];/c\
  wire               full = used[LOG_DEPTH] || (fault == 20 && used >= 12) ||\
                            (fault == 10 && used >= (1 << LOG_DEPTH) - pops[12:8]);\
  // 9: a packet's last beat comes twice. 10: with every 256 beats a slot of the FIFO is lost.\
  reg        again;\
  reg [13:0] pops;\
  always @(posedge clk) begin\
    again <= !rst && (again ^ (pop && out_data[WIDTH-3]));\
    pops  <= rst ? 14'd0 : (pop && pops < 14'h1000) ? pops + 14'd1 : pops;\
  end
s/push = in_valid && !full;/push = in_valid \&\& !full \&\& !(fault == 7 \&\& was_full) \&\& !(fault == 8 \&\& tears);/
/assign in_ready  = !full;/c\
  // 7: it stops for good once the FIFO was full. 8: a full FIFO takes the rest of a packet, and loses it.\
  // 20 is correct: a FIFO with room for twelve beats.\
  reg was_full, tears;\
  always @(posedge clk) begin\
    was_full <= !rst && (was_full || full);\
    if (rst || (in_valid && in_data[WIDTH-3])) tears <= 1'b0;\
    else if (in_valid && full) tears <= 1'b1;\
  end\
  assign in_ready  = (!full || fault == 8) && !(fault == 7 && was_full);
s/<= in_data;/<= (fault == 6 \&\& wr == (1 << LOG_DEPTH)) ? in_data ^ (1 << 20) : in_data;  \/\/ 6: a bit flips when the FIFO wraps/
s/if (pop) rd/if (pop \&\& !(fault == 9 \&\& out_data[WIDTH-3] \&\& !again)) rd/
s/next = first + 2'd1;/next = (fault == 20) ? first + 2'd3 : first + 2'd1;  \/\/ 20: the other way round/
s/next = first + 2'd3;/next = (fault == 20) ? first + 2'd1 : first + 2'd3;/
s/first <= grant + 2'd1;/first <= (fault == 20) ? grant + 2'd3 : grant + 2'd1;/
