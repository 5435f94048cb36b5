// SPDX-License-Identifier: Apache-2.0
/// Who goes in a pipelined switch: the packet that has begun, to its last beat; then whoever is picked. Combinational.
`default_nettype none

module xb_pipe_turn #(
  /// Number of requesters, 2..64.
  parameter int unsigned NumReq = 4
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// Requesters whose beat may go, and of all, whether it is its packet's last. The one that may begin a packet, 0
  /// only if nobody may.
  input  logic [NumReq-1:0] want_i,
  input  logic [NumReq-1:0] last_i,
  input  logic [NumReq-1:0] picked_i,
  input  logic              room_i,
  /// One-hot; 0: none.
  output logic [NumReq-1:0] grant_o,
  /// Somebody goes: known before who.
  output logic              any_o,
  /// One-hot: the first of the next round or, with `held_o`, whose packet is under way; registers.
  output logic [NumReq-1:0] ptr_o,
  output logic              held_o
);
  if (NumReq < 2 || NumReq > 64) begin : gen_illegal_num_req
    $error("NumReq must be 2..64");
  end

  // Whether there is room may come late: it gates no more than it must.
  logic [NumReq-1:0] next, ended;

  assign next    = held_o ? want_i & ptr_o : picked_i;
  assign grant_o = {NumReq{room_i}} & next;
  assign any_o   = room_i && (held_o ? want_i & ptr_o : want_i) != '0;
  assign ended   = next & last_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ptr_o  <= NumReq'(1);
      held_o <= 1'b0;
    end else if (any_o) begin
      // Past a packet that ends, to the requester whose packet does not.
      ptr_o  <= (next & ~last_i) | {ended[NumReq-2:0], ended[NumReq-1]};
      held_o <= ended == '0;
    end
  end
endmodule : xb_pipe_turn

`default_nettype wire
