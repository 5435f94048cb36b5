// SPDX-License-Identifier: Apache-2.0
/// Inputs with a FIFO for each traffic class, and outputs: who sends to whom, for whole packets.
///
/// The classes are matched one after the other, the highest first: each output that has none yet and may serve the class
/// (xb_class_service) takes one of the inputs that offer it a head of that class and are not taken. An input has one head a
/// class, so no two outputs take the same. A match holds to its packet's last beat, as in xb_packet_arbiter, and nothing
/// interrupts it.
///
/// Combinational from `bid_i` to the match; no combinational path from `ready_i` to an output.
`default_nettype none

module xb_class_matcher #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Traffic classes, 2..8.
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned NumFifos = NumPorts * Classes,
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Settings: discipline, seed and weights of inputs, see xb_arbiter; service and weights of classes, see xb_class_service; an
  /// input offers 0 the highest of its heads, 1 all.
  input  logic [1:0]                     kind_i,
  input  logic                           load_i,
  input  logic [31:0]                    seed_i,
  input  logic [63:0]                    input_weights_i,
  input  logic [1:0]                     service_i,
  input  logic [8*Classes-1:0]           weights_i,
  input  logic                           class_heads_i,
  /// Per FIFO, of input i and class c in bit c*NumPorts+i: a beat is there; and its packet may move, to that output, with that
  /// age.
  input  logic [NumFifos-1:0]            beat_i,
  input  logic [NumFifos-1:0]            bid_i,
  input  logic [NumFifos*DestWidth-1:0]  dest_i,
  input  logic [NumFifos*CountWidth-1:0] age_i,
  /// Per output: the receiver takes a beat; the beat shown is its packet's last.
  input  logic [NumPorts-1:0]            ready_i,
  input  logic [NumPorts-1:0]            last_i,
  /// Per output: a beat of input `sel_o` is on offer; a packet holds the output.
  output logic [NumPorts-1:0]            valid_o,
  output logic [NumPorts*DestWidth-1:0]  sel_o,
  output logic [NumPorts-1:0]            locked_o,
  /// Per FIFO: an output shows its head.
  output logic [NumFifos-1:0]            shown_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  logic [NumPorts-1:0]           busy, locked_q;
  logic [NumPorts*DestWidth-1:0] sel_q;
  logic [NumPorts*ClassBits-1:0] class_q, class_out;
  logic [NumFifos-1:0]           offer;
  // Per class and output: the inputs that offer it a head; there are such; a head waits for it; it may serve the class.
  logic [NumPorts-1:0]           req [NumFifos];
  logic [NumFifos-1:0]           open, waiting, allowed;

  always_comb begin
    busy = '0;
    for (int j = 0; j < NumPorts; j++) begin
      if (locked_q[j]) busy[sel_q[j*DestWidth +: DestWidth]] = 1'b1;
    end
  end

  always_comb begin
    for (int i = 0; i < NumPorts; i++) begin
      for (int c = 0; c < Classes; c++) begin
        offer[c*NumPorts + i] = bid_i[c*NumPorts + i] & !busy[i];
        for (int h = c + 1; h < Classes; h++) begin
          if (!class_heads_i && bid_i[h*NumPorts + i]) offer[c*NumPorts + i] = 1'b0;
        end
      end
    end
    waiting = '0;
    for (int q = 0; q < NumFifos; q++) req[q] = '0;
    for (int c = 0; c < Classes; c++) begin
      for (int i = 0; i < NumPorts; i++) begin
        if (bid_i[c*NumPorts + i]) waiting[c*NumPorts + 32'(dest_i[(c*NumPorts + i)*DestWidth +: DestWidth])] = 1'b1;
        if (offer[c*NumPorts + i]) req[c*NumPorts + 32'(dest_i[(c*NumPorts + i)*DestWidth +: DestWidth])][i] = 1'b1;
      end
    end
    for (int q = 0; q < NumFifos; q++) open[q] = req[q] != '0;
  end

  // Round c matches class c, round Classes-1 being the first.
  for (genvar c = 0; c < Classes; c++) begin : gen_round
    // Taken before this round: inputs, outputs; who takes whom in it.
    logic [NumPorts-1:0]           in_taken, out_taken, grant;
    logic [NumPorts*DestWidth-1:0] granted;

    if (c == Classes - 1) begin : gen_first
      assign in_taken  = '0;
      assign out_taken = locked_q;
    end else begin : gen_next
      always_comb begin
        in_taken = gen_round[c+1].in_taken;
        for (int j = 0; j < NumPorts; j++) begin
          if (gen_round[c+1].grant[j]) in_taken[gen_round[c+1].granted[j*DestWidth +: DestWidth]] = 1'b1;
        end
      end
      assign out_taken = gen_round[c+1].out_taken | gen_round[c+1].grant;
    end
    for (genvar j = 0; j < NumPorts; j++) begin : gen_output
      xb_arbiter #(.NumReq(NumPorts), .InstanceSeed(c*NumPorts + j)) u_arbiter (
        .clk_i, .rst_ni, .kind_i, .load_i, .seed_i, .weights_i(input_weights_i),
        .req_i((out_taken[j] | !allowed[c*NumPorts + j]) ? '0 : req[c*NumPorts + j] & ~in_taken),
        .age_i(age_i[c*NumPorts*CountWidth +: NumPorts*CountWidth]), .advance_i(grant[j]),
        .valid_o(grant[j]), .idx_o(granted[j*DestWidth +: DestWidth])
      );
    end
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    logic [Classes-1:0]           open_here, waiting_here, allowed_here, grant;
    logic [Classes*DestWidth-1:0] granted;
    logic [DestWidth-1:0]         sel;
    logic [ClassBits-1:0]         class_here;

    for (genvar c = 0; c < Classes; c++) begin : gen_class
      assign open_here[c]                        = open[c*NumPorts + j];
      assign waiting_here[c]                     = waiting[c*NumPorts + j];
      assign allowed[c*NumPorts + j]             = allowed_here[c];
      assign grant[c]                            = gen_round[c].grant[j];
      assign granted[c*DestWidth +: DestWidth]   = gen_round[c].granted[j*DestWidth +: DestWidth];
    end
    always_comb begin
      sel        = sel_q[j*DestWidth +: DestWidth];
      class_here = class_q[j*ClassBits +: ClassBits];
      for (int c = 0; c < Classes; c++) begin
        if (grant[c]) begin
          sel        = granted[c*DestWidth +: DestWidth];
          class_here = ClassBits'(c);
        end
      end
    end
    assign sel_o[j*DestWidth +: DestWidth]     = sel;
    assign class_out[j*ClassBits +: ClassBits] = class_here;
    assign valid_o[j] = locked_q[j] ? beat_i[32'(class_here)*NumPorts + 32'(sel)] : grant != '0;

    xb_class_service #(.Classes(Classes)) u_service (
      .clk_i, .rst_ni, .service_i, .weights_i,
      .waiting_i(waiting_here), .open_i(open_here), .locked_i(locked_q[j]), .class_i(class_here), .sent_i(valid_o[j] & ready_i[j]),
      .allowed_o(allowed_here)
    );
  end
  assign locked_o = locked_q;

  always_comb begin
    shown_o = '0;
    for (int j = 0; j < NumPorts; j++) begin
      if (valid_o[j])
        shown_o[32'(class_out[j*ClassBits +: ClassBits])*NumPorts + 32'(sel_o[j*DestWidth +: DestWidth])] = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      locked_q <= '0;
      sel_q    <= '0;
      class_q  <= '0;
    end else begin
      locked_q <= (locked_q | valid_o) & ~(valid_o & ready_i & last_i);
      sel_q    <= sel_o;
      class_q  <= class_out;
    end
  end
endmodule : xb_class_matcher

`default_nettype wire
