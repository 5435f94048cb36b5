// SPDX-License-Identifier: Apache-2.0
/// One output whose requesters have a queue for each traffic class: the highest class that it may serve (xb_class_service),
/// and of its requesters one by round robin, for a whole packet.
///
/// Combinational from `req_i` to the offer; no combinational path from `ready_i` to an output.
`default_nettype none

module xb_class_arbiter #(
  /// Number of requesters, 2..64.
  parameter int unsigned NumReq = 4,
  /// Traffic classes, 2..8.
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned IdxWidth = $clog2(NumReq),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// Settings: see xb_class_service.
  input  logic [1:0]                service_i,
  input  logic [8*Classes-1:0]      weights_i,
  /// A beat of class c of requester i is there: bit c*NumReq+i.
  input  logic [NumReq*Classes-1:0] req_i,
  /// The receiver takes a beat; the beat shown is its packet's last.
  input  logic                      ready_i,
  input  logic                      last_i,
  /// A beat of that requester and class is on offer; a packet holds the output.
  output logic                      valid_o,
  output logic [IdxWidth-1:0]       sel_o,
  output logic [ClassBits-1:0]      class_o,
  output logic                      locked_o
);
  if (NumReq < 2 || NumReq > 64) begin : gen_illegal_num_req
    $error("NumReq must be 2..64");
  end
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  logic [Classes-1:0]          open, allowed;
  logic [Classes*IdxWidth-1:0] picked;
  logic                        locked_q;
  logic [IdxWidth-1:0]         sel_q;
  logic [ClassBits-1:0]        class_q;

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    xb_rr_arbiter #(.NumReq(NumReq)) u_arbiter (
      .clk_i, .rst_ni, .req_i(req_i[c*NumReq +: NumReq]),
      .advance_i(valid_o && !locked_q && class_o == ClassBits'(c)), .valid_o(open[c]), .idx_o(picked[c*IdxWidth +: IdxWidth])
    );
  end

  xb_class_service #(.Classes(Classes)) u_service (
    .clk_i, .rst_ni, .service_i, .weights_i,
    .waiting_i(open), .open_i(open), .locked_i(locked_q), .class_i(class_o), .sent_i(valid_o & ready_i), .allowed_o(allowed)
  );

  always_comb begin
    sel_o   = sel_q;
    class_o = class_q;
    for (int c = 0; c < Classes; c++) begin
      if (!locked_q && open[c] && allowed[c]) begin
        sel_o   = picked[c*IdxWidth +: IdxWidth];
        class_o = ClassBits'(c);
      end
    end
  end
  assign valid_o  = locked_q ? req_i[32'(class_q)*NumReq + 32'(sel_q)] : (open & allowed) != '0;
  assign locked_o = locked_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      locked_q <= 1'b0;
      sel_q    <= '0;
      class_q  <= '0;
    end else begin
      locked_q <= (locked_q | valid_o) & !(valid_o & ready_i & last_i);
      sel_q    <= sel_o;
      class_q  <= class_o;
    end
  end
endmodule : xb_class_arbiter

`default_nettype wire
