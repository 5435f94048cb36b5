// SPDX-License-Identifier: Apache-2.0
/// One output's arbiter in a pipelined switch: round robin over packets, held to a packet's last beat, with a credit for
/// each beat that the output behind it has room for. Each traffic class has its round; the output serves the highest class
/// that asks, of those that have something left of their share (xb_pipe_service) if any has.
///
/// Grants are combinational from registers alone: what the inputs want is one, and so is whether there is a credit. What a
/// receiver does reaches them two cycles later, as a credit that comes back.
`default_nettype none

module xb_pipe_grant #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Credits: beats that the output holds, 2..2**30; full rate takes 6, and one or two.
  parameter int unsigned Depth = 8,
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 1,
  /// Classes are picked at once (xb_pipe_class_pick), which is faster for few inputs.
  parameter bit Flat = 1'b0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// Settings of classes: see xb_class_service.
  input  logic [1:0]           service_i,
  input  logic [8*Classes-1:0] weights_i,
  /// Inputs whose beat on offer is for this output, at [c*NumPorts +: NumPorts] of class c; whether that beat is its packet's
  /// last; classes of which a beat waits for this output, on offer or not. Registers.
  input  logic [NumPorts*Classes-1:0] want_i,
  input  logic [NumPorts*Classes-1:0] last_i,
  input  logic [Classes-1:0]   waiting_i,
  /// A beat has left the output.
  input  logic                 return_i,
  /// The input and class whose head beat goes now, one-hot; 0: none.
  output logic [NumPorts*Classes-1:0] grant_o,
  /// The class of which one goes, if any does, one-hot: known before.
  output logic [Classes-1:0]   class_o,
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
  // Picking classes in steps takes long: then what goes is counted a cycle later, and by `room_q` meanwhile.
  localparam bit CountLate = Classes > 1 && !Flat;

  // Whose packet is under way; the first of the next round else, if classes are not picked at once.
  logic [NumPorts*Classes-1:0] ptr;
  logic [NumPorts-1:0]    granted;  /* verilator lint_off UNUSEDSIGNAL */  // serve in the one form, eligible of one class
  logic [Classes-1:0]     any_of_class, held, serve, eligible;  /* verilator lint_on UNUSEDSIGNAL */
  logic [CreditWidth-1:0] credit_q;
  logic                   room_q, returned_q, any, uncounted;

  if (Flat) begin : gen_flat
    xb_pipe_class_pick #(.NumPorts(NumPorts), .Classes(Classes)) u_pick (
      .clk_i, .rst_ni, .want_i, .last_i, .eligible_i(eligible), .room_i(room_q), .grant_o, .any_o(any_of_class), .held_o(held),
      .owner_o(ptr)
    );
  end
  for (genvar c = 0; c < (Flat ? 0 : Classes); c++) begin : gen_class
    logic [NumPorts-1:0] picked;

    xb_pipe_pick #(.NumReq(NumPorts)) u_pick (
      .req_i(want_i[c*NumPorts +: NumPorts]), .ptr_i(ptr[c*NumPorts +: NumPorts]), .pick_o(picked)
    );
    xb_pipe_turn #(.NumReq(NumPorts)) u_turn (
      .clk_i, .rst_ni, .want_i(want_i[c*NumPorts +: NumPorts]), .picked_i(picked), .last_i(last_i[c*NumPorts +: NumPorts]),
      .room_i(room_q & serve[c]), .grant_o(grant_o[c*NumPorts +: NumPorts]), .any_o(any_of_class[c]), .ptr_o(ptr[c*NumPorts +: NumPorts]), .held_o(held[c])
    );
  end

  if (Classes == 1) begin : gen_one_class
    logic unused_settings;

    assign unused_settings = ^{service_i, weights_i, waiting_i};
    assign {serve, eligible} = '1;
    assign granted         = grant_o;
    assign class_o         = 1'b1;
    assign owner_o         = DestWidth'({xb_pkg::index_of(64'(ptr))});
  end else begin : gen_classes
    logic [Classes-1:0]  asks;
    logic [NumPorts-1:0] owner;

    xb_pipe_service #(.Classes(Classes)) u_service (
      .clk_i, .rst_ni, .service_i, .weights_i, .waiting_i(waiting_i | held), .sent_i(any_of_class), .eligible_o(eligible)
    );
    // The packet that has begun, or whoever asks of the highest class of those preferred, or of all.
    always_comb begin
      for (int c = 0; c < Classes; c++) asks[c] = want_i[c*NumPorts +: NumPorts] != '0;
      for (int c = 0; c < Classes; c++) begin
        serve[c] = 1'b1;
        for (int d = 0; d < Classes; d++)
          if (d != c && asks[d] && (d > c ? eligible[d] || !eligible[c] : eligible[d] && !eligible[c])) serve[c] = 1'b0;
      end
      if (held != '0) serve = held;
      granted = '0;
      owner   = '0;
      for (int c = 0; c < Classes; c++) begin
        granted |= grant_o[c*NumPorts +: NumPorts];
        if (held[c]) owner = ptr[c*NumPorts +: NumPorts];
      end
    end
    assign class_o = (held != '0) ? held : serve & asks;
    assign owner_o = DestWidth'({xb_pkg::index_of(64'(owner))});
  end

  assign any       = any_of_class != '0;
  assign uncounted = CountLate & fire_o;
  assign held_o    = held != '0;
  assign room_o    = room_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_q   <= CreditWidth'(Depth);
      room_q     <= 1'b0;
      returned_q <= 1'b0;
      fire_o     <= 1'b0;
      sel_o      <= '0;
    end else begin
      returned_q <= return_i;
      credit_q   <= credit_q - CreditWidth'({CountLate ? fire_o : any}) + CreditWidth'(returned_q);
      room_q     <= credit_q >= CreditWidth'({1'b1, uncounted});  // whatever goes now, one is left
      fire_o     <= any;
      sel_o      <= DestWidth'({xb_pkg::index_of(64'(granted))});
    end
  end
endmodule : xb_pipe_grant

`default_nettype wire
