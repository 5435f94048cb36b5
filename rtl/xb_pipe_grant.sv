// SPDX-License-Identifier: Apache-2.0
/// One output's arbiter in a pipelined switch: round robin over packets, held to a packet's last beat, with a credit for
/// each beat that the output behind it has room for.
///
/// Grants are combinational from registers alone: what the inputs want is one, and so is whether there is a credit. What a
/// receiver does reaches them two cycles later, as a credit that comes back.
`default_nettype none

module xb_pipe_grant #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Credits: beats that the output holds, 2..2**30; full rate takes 6, and one or two.
  parameter int unsigned Depth = 8,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// Inputs whose head beat is for this output, and of all inputs, whether that beat is its packet's last; registers.
  input  logic [NumPorts-1:0]  want_i,
  input  logic [NumPorts-1:0]  last_i,
  /// A beat has left the output.
  input  logic                 return_i,
  /// The input whose head beat goes now, one-hot; 0: none.
  output logic [NumPorts-1:0]  grant_o,
  /// In the last cycle one went, from which input.
  output logic                 fire_o,
  output logic [DestWidth-1:0] sel_o,
  /// There is a credit; a packet holds the output, that of input `owner_o`.
  output logic                 room_o,
  output logic                 held_o,
  output logic [DestWidth-1:0] owner_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  if (Depth < 2 || Depth > 2**30) begin : gen_illegal_depth
    $error("Depth must be 2..2**30");
  end

  localparam int unsigned CreditWidth = $clog2(Depth + 1);

  logic [NumPorts-1:0]    ptr, picked;
  logic [CreditWidth-1:0] credit_q;
  logic                   room_q, returned_q, any;

  xb_pipe_pick #(.NumReq(NumPorts)) u_pick (.req_i(want_i), .ptr_i(ptr), .pick_o(picked));
  xb_pipe_turn #(.NumReq(NumPorts)) u_turn (
    .clk_i, .rst_ni, .want_i, .picked_i(picked), .last_i, .room_i(room_q), .grant_o, .any_o(any), .ptr_o(ptr), .held_o
  );

  assign room_o  = room_q;
  assign owner_o = DestWidth'({xb_pkg::index_of(64'(ptr))});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_q   <= CreditWidth'(Depth);
      room_q     <= 1'b0;
      returned_q <= 1'b0;
      fire_o     <= 1'b0;
      sel_o      <= '0;
    end else begin
      returned_q <= return_i;
      credit_q   <= credit_q - CreditWidth'(any) + CreditWidth'(returned_q);
      room_q     <= credit_q >= CreditWidth'(2);  // whatever goes now, one is left
      fire_o     <= any;
      sel_o      <= DestWidth'({xb_pkg::index_of(64'(grant_o))});
    end
  end
endmodule : xb_pipe_grant

`default_nettype wire
