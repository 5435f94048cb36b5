// SPDX-License-Identifier: Apache-2.0
/// Matches free inputs with free outputs in up to eight rounds, all in one cycle (Hluchyj, Karol 1988): in round k every
/// unmatched input bids with its k-th packet, if that packet's output is unmatched, and each output picks one of its
/// bidders.
///
/// The pick is that of xb_arbiter: round robin (the pointer moves to one past the bidder picked, in any round),
/// random, or the oldest packet (equal ages by the round robin). An output picks once in a cycle.
/// Combinational from registers and the free ports to the match.
`default_nettype none

module xb_window_matcher #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Derived, do not overwrite.
  localparam int unsigned NumSlots = 8,
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,
  /// Settings: 0 and 3 round robin, 1 random, 2 oldest; rounds, 1..8; seed of the random numbers, taken over with `load_i`.
  input  logic [1:0]                              kind_i,
  input  logic [3:0]                              window_i,
  input  logic                                    load_i,
  input  logic [31:0]                             seed_i,
  /// The cycle's number, for the ages.
  input  logic [CountWidth-1:0]                   now_i,
  /// Per input: packets in its window, their destinations and arrivals, packet k of input i at [(i*8+k)*width +: width].
  input  logic [NumPorts*4-1:0]                   count_i,
  input  logic [NumPorts*NumSlots*DestWidth-1:0]  dest_i,
  input  logic [NumPorts*NumSlots*CountWidth-1:0] stamp_i,
  /// Inputs and outputs that may be matched.
  input  logic [NumPorts-1:0]                     in_free_i,
  input  logic [NumPorts-1:0]                     out_free_i,
  /// Per input: it is matched, with which output, by which of its packets. Outputs that are matched.
  output logic [NumPorts-1:0]                     match_o,
  output logic [NumPorts*DestWidth-1:0]           match_dest_o,
  output logic [NumPorts*3-1:0]                   match_slot_o,
  output logic [NumPorts-1:0]                     match_out_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  localparam logic [1:0] Random = 2'd1;
  localparam logic [1:0] Oldest = 2'd2;

  // Per output: the pointer, as a mask (xb_pkg::first_from), its bidders in a round, the input picked.
  logic [NumPorts-1:0]    ptr_q [NumPorts];
  logic [NumPorts-1:0]    bidders [NumPorts];
  logic [NumPorts-1:0]    picked [NumPorts];
  logic [NumPorts*32-1:0] random;
  logic [DestWidth-1:0]   dest [NumPorts];
  logic [2:0]             slot [NumPorts];
  logic [NumPorts-1:0]    in_free, out_free, candidates;
  logic [CountWidth-1:0]  age, best;
  logic [DestWidth-1:0]   wanted, winner;
  logic [NumPorts*16-1:0] unused_random;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    xb_lfsr #(.InstanceSeed(p)) u_random (
      .clk_i, .rst_ni, .load_i, .seed_i,
      .advance_i(match_out_o[p] && kind_i == Random), .value_o(random[32*p +: 32])
    );
    assign unused_random[16*p +: 16] = random[32*p + 16 +: 16];
    assign match_dest_o[p*DestWidth +: DestWidth] = dest[p];
    assign match_slot_o[p*3 +: 3] = slot[p];
  end

  assign match_o     = in_free_i & ~in_free;
  assign match_out_o = out_free_i & ~out_free;

  always_comb begin
    in_free    = in_free_i;
    out_free   = out_free_i;
    candidates = '0;
    age        = '0;
    best       = '0;
    wanted     = '0;
    winner     = '0;
    for (int p = 0; p < NumPorts; p++) begin
      dest[p]    = '0;
      slot[p]    = '0;
      picked[p]  = '0;
      bidders[p] = '0;
    end
    for (int k = 0; k < NumSlots; k++) begin
      if (k < 32'(window_i)) begin
        for (int j = 0; j < NumPorts; j++) bidders[j] = '0;
        for (int i = 0; i < NumPorts; i++) begin
          wanted = dest_i[(i*NumSlots+k)*DestWidth +: DestWidth];
          if (in_free[i] && k < 32'(count_i[i*4 +: 4]) && out_free[wanted]) bidders[wanted][i] = 1'b1;
        end
        for (int j = 0; j < NumPorts; j++) begin
          if (bidders[j] != '0) begin
            candidates = bidders[j];
            if (kind_i == Oldest) begin
              best = '0;
              for (int i = 0; i < NumPorts; i++) begin
                age = now_i - stamp_i[(i*NumSlots+k)*CountWidth +: CountWidth];
                if (bidders[j][i] && age >= best) begin
                  if (age != best) candidates = '0;
                  candidates[i] = 1'b1;
                  best          = age;
                end
              end
            end
            if (kind_i == Random) begin
              picked[j] = NumPorts'({xb_pkg::any_of(64'(candidates), random[32*j +: 16], NumPorts)});
            end else begin
              picked[j] = NumPorts'({xb_pkg::first_from(64'(candidates), 64'(ptr_q[j]))});
            end
            winner          = DestWidth'({xb_pkg::index_of(64'(picked[j]))});
            dest[winner]    = DestWidth'(j);
            slot[winner]    = 3'(k);
            in_free[winner] = 1'b0;
            out_free[j]     = 1'b0;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int j = 0; j < NumPorts; j++) ptr_q[j] <= '0;
    end else begin
      for (int j = 0; j < NumPorts; j++) begin
        if (match_out_o[j] && kind_i != Random) ptr_q[j] <= NumPorts'({xb_pkg::past(64'(picked[j]))});
      end
    end
  end
endmodule : xb_window_matcher

`default_nettype wire
