// SPDX-License-Identifier: Apache-2.0
/// One input's arbiter in a pipelined switch with buffered crosspoints, of one traffic class: of the queues that have a beat
/// and a crosspoint with room it picks by round robin, or the longest and of equals by round robin, and stays to the packet's
/// last beat.
///
/// Pops are combinational from registers. Longest is a queue by the beats that it held, and the turn as it was, at the
/// beginning of the last cycle: which of two goes first is found a cycle ahead, for all pairs.
`default_nettype none

module xb_pipe_sender #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Credits: beats that a crosspoint holds, 2..2**30; full rate takes 6.
  parameter int unsigned Depth = 16,
  /// Width of a queue's length.
  parameter int unsigned LevelWidth = 8,
  /// The longest queue first; else round robin.
  parameter bit LongestFirst = 1'b0
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Per queue, registers: a beat is there; the first is its packet's last. Beats held.
  input  logic [NumPorts-1:0]            v0_i,
  input  logic [NumPorts-1:0]            l0_i,
  input  logic [NumPorts*LevelWidth-1:0] level_i,
  /// A beat has left the crosspoint.
  input  logic [NumPorts-1:0]            return_i,
  /// A beat could go, unless another class of the input goes; none does.
  output logic                           asks_o,
  input  logic                           may_i,
  /// The queue whose beat goes now, one-hot; 0: none.
  output logic [NumPorts-1:0]            pop_o,
  /// A packet is under way, and of which queue.
  output logic                           held_o,
  output logic [NumPorts-1:0]            under_way_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Depth < 2 || Depth > 2**30) begin : gen_illegal_depth
    $error("Depth must be 2..2**30");
  end
  if (LevelWidth < 1) begin : gen_illegal_level_width
    $error("LevelWidth must be 1 or more");
  end

  localparam int unsigned CreditWidth = $clog2(Depth + 1);

  logic [NumPorts-1:0] room_q, popped_q, want, picked, ptr;
  logic                unused_any;

  assign want        = v0_i & room_q;
  assign asks_o      = (held_o ? want & ptr : want) != '0;
  assign under_way_o = {NumPorts{held_o}} & ptr;

  xb_pipe_turn #(.NumReq(NumPorts)) u_turn (
    .clk_i, .rst_ni, .want_i(want), .picked_i(picked), .last_i(l0_i), .room_i(may_i), .grant_o(pop_o), .any_o(unused_any),
    .ptr_o(ptr), .held_o
  );

  if (LongestFirst) begin : gen_longest_first
    // Queue k goes before a, [a*NumPorts + k]: it is longer or, of one length, earlier in the round.
    logic [NumPorts*NumPorts-1:0] sooner;
    logic [NumPorts-1:0]          passed;

    for (genvar a = 0; a < NumPorts; a++) begin : gen_queue
      assign passed[a] = (ptr & (NumPorts'(2) << a) - 1'b1) == '0;  // the round begins behind it
      assign picked[a] = want[a] & ((want & sooner[a*NumPorts +: NumPorts]) == '0);
      assign sooner[a*NumPorts + a] = 1'b0;
      for (genvar k = 0; k < a; k++) begin : gen_earlier
        logic sooner_q;

        assign sooner[a*NumPorts + k] = sooner_q;
        assign sooner[k*NumPorts + a] = !sooner_q;
        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) sooner_q <= 1'b0;
          else sooner_q <= {level_i[k*LevelWidth +: LevelWidth], passed[a] | !passed[k]} > {level_i[a*LevelWidth +: LevelWidth], 1'b0};
        end
      end
    end
  end else begin : gen_round_robin
    logic unused_level;
    assign unused_level = ^level_i;

    xb_pipe_pick #(.NumReq(NumPorts)) u_pick (.req_i(want), .ptr_i(ptr), .pick_o(picked));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) popped_q <= '0;
    else popped_q <= pop_o;
  end

  // What goes is known late: it is counted a cycle later, and by `room_q` meanwhile.
  for (genvar j = 0; j < NumPorts; j++) begin : gen_crosspoint
    logic [CreditWidth-1:0] credit_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        credit_q  <= CreditWidth'(Depth);
        room_q[j] <= 1'b0;
      end else begin
        credit_q  <= credit_q - CreditWidth'(popped_q[j]) + CreditWidth'(return_i[j]);
        room_q[j] <= credit_q >= CreditWidth'({1'b1, popped_q[j]});  // whatever goes now, one is left
      end
    end
  end
endmodule : xb_pipe_sender

`default_nettype wire
