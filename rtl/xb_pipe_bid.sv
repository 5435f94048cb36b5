// SPDX-License-Identifier: Apache-2.0
/// Which FIFO of an input of a pipelined switch bids: that of the packet that has begun, else that of the highest traffic
/// class of which a beat is there. While that waits, it holds the input.
///
/// The choice of the next cycle is made for either outcome of this one, so that a grant that comes late selects no more than
/// one of two.
`default_nettype none

module xb_pipe_bid #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Traffic classes, 2..8.
  parameter int unsigned Classes = 2
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// Of the FIFO of each class, that of class c in bit c or at [c*NumPorts +: NumPorts]: see xb_pipe_input.
  input  logic [NumPorts*Classes-1:0] stay_i,
  input  logic [NumPorts*Classes-1:0] follow_i,
  input  logic [Classes-1:0]          some_stay_i,
  input  logic [Classes-1:0]          some_follow_i,
  input  logic [Classes-1:0]          last_stay_i,
  input  logic [Classes-1:0]          last_follow_i,
  /// The output that the input bids for, one-hot, with the class; 0: none. The class of the bid, one-hot, or of the packet that
  /// has begun and lacks a beat. Registers.
  output logic [NumPorts*Classes-1:0] bid_o,
  output logic [Classes-1:0]          class_o,
  /// The beat on offer is its packet's last, a register; it goes.
  output logic                        last_o,
  input  logic                        pop_i,
  /// One went in the last cycle, of that class, one-hot.
  output logic [Classes-1:0]          gone_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  // stayed_q is the inverse of popped_q, so that synthesis keeps both: bids have a flip-flop beside the arbiters.
  // The class that bids, its output and whether its beat is a packet's last, if the beat before stayed, if it went.
  logic [Classes-1:0]          if_stays, if_goes, if_stays_q, if_goes_q, class_q;
  logic [NumPorts*Classes-1:0] bid_if_stays_q, bid_if_goes_q;
  logic                        last_if_stays_q, last_if_goes_q, last_q, popped_q, stayed_q, busy, busy_q;

  assign class_o = popped_q ? if_goes_q : if_stays_q;
  assign bid_o   = stayed_q ? bid_if_stays_q : bid_if_goes_q;
  // A packet has begun: a beat that went in the last cycle was not its last.
  assign busy    = popped_q ? !last_q : busy_q;
  assign last_o  = popped_q ? last_if_goes_q : last_if_stays_q;
  assign gone_o  = {Classes{popped_q}} & class_q;

  always_comb begin
    if_stays = '0;
    if_goes  = '0;
    for (int c = 0; c < Classes; c++) begin
      if (some_stay_i[c]) if_stays = Classes'(1) << c;
      if (class_o[c] ? some_follow_i[c] : some_stay_i[c]) if_goes = Classes'(1) << c;
    end
    if (busy) if_stays = class_o;
    if (!last_o) if_goes = class_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q   <= 1'b0;
      last_q   <= 1'b0;
      popped_q <= 1'b0;
      stayed_q <= 1'b1;
      {class_q, if_stays_q, if_goes_q, bid_if_stays_q, bid_if_goes_q, last_if_stays_q, last_if_goes_q} <= '0;
    end else begin
      busy_q          <= busy;
      last_q          <= last_o;
      popped_q        <= pop_i;
      stayed_q        <= !pop_i;
      class_q         <= class_o;
      if_stays_q      <= if_stays;
      if_goes_q       <= if_goes;
      last_if_stays_q <= (if_stays & last_stay_i) != '0;
      last_if_goes_q  <= (if_goes & (class_o & last_follow_i | ~class_o & last_stay_i)) != '0;
      for (int c = 0; c < Classes; c++) begin
        bid_if_stays_q[c*NumPorts +: NumPorts] <= {NumPorts{if_stays[c]}} & stay_i[c*NumPorts +: NumPorts];
        bid_if_goes_q[c*NumPorts +: NumPorts]  <=
            {NumPorts{if_goes[c]}} & (class_o[c] ? follow_i[c*NumPorts +: NumPorts] : stay_i[c*NumPorts +: NumPorts]);
      end
    end
  end
endmodule : xb_pipe_bid

`default_nettype wire
