// SPDX-License-Identifier: Apache-2.0
/// xb_pipe_class_pick with two classes, for any requests, room and preferences: in every cycle it does what a round robin of
/// xb_pipe_turn and xb_pipe_pick for each class does, of which the class that is served has the room.
//
// mutant same_grant: xb_pipe_class_pick.sv s/before_q <= before_d/before_q <= before_q/
// mutant same_class: xb_pipe_class_pick.sv s/ != '0 \&\& !beaten\[c\];/ != '0;/
// mutant same_owner: xb_pipe_class_pick.sv s/owner_o\[R\] <= more\[R\]/owner_o[R] <= next[R]/
`default_nettype none

module xb_pipe_class_pick_properties #(
  parameter int unsigned NumPorts = 3,
  localparam int unsigned NumReq = 2 * NumPorts  // of the higher class from NumPorts on
) (
  input logic              clk_i,
  input logic [NumReq-1:0] want_i,
  input logic [NumReq-1:0] last_i,
  input logic [1:0]        eligible_i,
  input logic              room_i
);
  logic              rst_ni = 1'b0;
  logic [NumReq-1:0] grant, owner, turn_grant, ptr;
  logic [1:0]        any, held, turn_any, turn_held, asks, serve;
  logic              high_first;

  xb_pipe_class_pick #(.NumPorts(NumPorts), .Classes(2)) u_dut (
    .clk_i, .rst_ni, .want_i, .last_i, .eligible_i, .room_i, .grant_o(grant), .any_o(any), .held_o(held), .owner_o(owner)
  );

  for (genvar c = 0; c < 2; c++) begin : gen_class
    logic [NumPorts-1:0] picked;

    assign asks[c] = want_i[c*NumPorts +: NumPorts] != '0;
    xb_pipe_pick #(.NumReq(NumPorts)) u_pick (
      .req_i(want_i[c*NumPorts +: NumPorts]), .ptr_i(ptr[c*NumPorts +: NumPorts]), .pick_o(picked)
    );
    xb_pipe_turn #(.NumReq(NumPorts)) u_turn (
      .clk_i, .rst_ni, .want_i(want_i[c*NumPorts +: NumPorts]), .last_i(last_i[c*NumPorts +: NumPorts]), .picked_i(picked),
      .room_i(room_i & serve[c]), .grant_o(turn_grant[c*NumPorts +: NumPorts]), .any_o(turn_any[c]),
      .ptr_o(ptr[c*NumPorts +: NumPorts]), .held_o(turn_held[c])
    );
  end
  // The higher class, unless only the lower one is preferred.
  assign high_first = asks[1] && (!asks[0] || eligible_i != 2'b01);
  assign serve      = (turn_held != '0) ? turn_held : {high_first, asks[0] && !high_first};

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      same_grant: assert (grant == turn_grant);
      same_class: assert (any == turn_any);
      same_owner: assert (held == turn_held && owner == ({{NumPorts{turn_held[1]}}, {NumPorts{turn_held[0]}}} & ptr));
      reached_round: cover (ptr[NumPorts-1] && grant[NumPorts-1] && want_i[NumPorts-1:0] == '1);
      reached_low_before_high: cover (asks == 2'b11 && grant[0 +: NumPorts] != '0 && held == '0);
    end
  end
endmodule : xb_pipe_class_pick_properties

`default_nettype wire
