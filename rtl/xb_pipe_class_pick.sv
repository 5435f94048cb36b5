// SPDX-License-Identifier: Apache-2.0
/// Who goes to an output of a pipelined switch with traffic classes: the packet that has begun, to its last beat; then, of
/// the highest class that asks, of those preferred if any does, the first of its round. Combinational, and shallow for few
/// inputs: registers say of each two who goes before whom.
`default_nettype none

module xb_pipe_class_pick #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Traffic classes, 2..8.
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned NumReq = NumPorts * Classes
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// Of input i and class c, at c*NumPorts+i: a beat may go; it is its packet's last.
  input  logic [NumReq-1:0]  want_i,
  input  logic [NumReq-1:0]  last_i,
  /// Classes that are preferred; there is room.
  input  logic [Classes-1:0] eligible_i,
  input  logic               room_i,
  /// Who goes, one-hot; 0: none. Of which class: known before who.
  output logic [NumReq-1:0]  grant_o,
  output logic [Classes-1:0] any_o,
  /// The class and the input whose packet is under way, one-hot; 0: none. Registers.
  output logic [Classes-1:0] held_o,
  output logic [NumReq-1:0]  owner_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  // Within a packet nobody goes before its requester, and nobody else.
  logic [NumReq-1:0]  open, next, more, ended;
  logic [Classes-1:0] asks, beaten;
  logic               any;

  assign any     = room_i && (want_i & open) != '0;
  assign grant_o = {NumReq{room_i}} & next;
  assign more    = next & ~last_i;
  assign ended   = next & last_i;
  assign open    = (held_o != '0) ? owner_o : '1;

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    assign asks[c]  = want_i[c*NumPorts +: NumPorts] != '0;
    assign any_o[c] = room_i && (want_i[c*NumPorts +: NumPorts] & open[c*NumPorts +: NumPorts]) != '0 && !beaten[c];
    always_comb begin
      beaten[c] = 1'b0;
      for (int d = 0; d < Classes; d++)
        if (d != c && asks[d] && (d > c ? eligible_i[d] || !eligible_i[c] : eligible_i[d] && !eligible_i[c])) beaten[c] = held_o == '0;
    end

    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      localparam int unsigned R = c*NumPorts + i;
      logic [NumPorts-1:0] before_q, before_d;  // who goes before it

      assign next[R] = want_i[R] & open[R] & !beaten[c] & ((want_i[c*NumPorts +: NumPorts] & before_q) == '0);
      // Behind a packet's input, which is the last then, the round begins.
      for (genvar k = 0; k < NumPorts; k++) begin : gen_other
        always_comb begin
          before_d[k] = 1'b0;
          for (int g = 0; g < NumPorts; g++)
            if ((k + 2*NumPorts - g - 1) % NumPorts < (i + 2*NumPorts - g - 1) % NumPorts) before_d[k] |= ended[c*NumPorts + g];
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          before_q   <= (NumPorts'(1) << i) - 1'b1;
          owner_o[R] <= 1'b0;
        end else begin
          if (any_o[c]) before_q <= before_d;
          if (any) owner_o[R] <= more[R];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) held_o[c] <= 1'b0;
      else if (any) held_o[c] <= more[c*NumPorts +: NumPorts] != '0;
    end
  end
endmodule : xb_pipe_class_pick

`default_nettype wire
