// SPDX-License-Identifier: Apache-2.0
/// Unit 2, part 2: iSLIP (McKeown 1999). What is missing is marked YOURS.
///
/// Matches free inputs with free outputs for which they have a packet, in up to four rounds of request, grant and
/// accept, all in one cycle. In every round each unmatched output grants one of the unmatched inputs that ask for it:
/// the first at or after its grant pointer. Each input accepts one of its grants: the first at or after its accept
/// pointer. The pointers of an output and of its input move to one past the partner when the grant is accepted, and in
/// the first round only.
///
/// A pointer is kept as a mask: bit i is set for the ports from the pointer on. xb_pkg::first_from(requesters, pointer)
/// gives the first requester, one-hot; xb_pkg::past(one-hot) the pointer to one past it. Both are 64 bits wide, as are
/// their arguments: NumPorts'(..) cuts, 64'(..) fills with zeros, and an assignment does either by itself.
`default_nettype none

module xb_voq_matcher #(
  /// Number of switch ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Settings: rounds, 1..4. The others are of PIM and RRM, and not used here.
  input  logic [1:0]                    scheduler_i,
  input  logic [2:0]                    iterations_i,
  input  logic                          load_i,
  input  logic [31:0]                   seed_i,
  /// Per input: a packet for `able_dest_i` becomes able to start; none is left for the output just matched.
  input  logic [NumPorts-1:0]           able_i,
  input  logic [NumPorts*DestWidth-1:0] able_dest_i,
  input  logic [NumPorts-1:0]           exhausted_i,
  /// Inputs and outputs that may be matched.
  input  logic [NumPorts-1:0]           in_free_i,
  input  logic [NumPorts-1:0]           out_free_i,
  /// Per input: it is matched, with which output.
  output logic [NumPorts-1:0]           match_o,
  output logic [NumPorts*DestWidth-1:0] match_dest_o,
  /// Outputs for which some input has a packet able to start.
  output logic [NumPorts-1:0]           work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  localparam int unsigned MaxRounds = 4;

  // Per output: the inputs that have a packet for it. A pointer is the mask of the ports from it on; of none is the
  // same as of all.
  logic [NumPorts-1:0]  requests_q [NumPorts];
  logic [NumPorts-1:0]  grant_ptr_q [NumPorts];
  logic [NumPorts-1:0]  accept_ptr_q [NumPorts];
  // Per output: the input granted in the first round. Per input: its grants of a round, the output accepted.
  logic [NumPorts-1:0]  granted [NumPorts];
  logic [NumPorts-1:0]  grants [NumPorts];
  logic [NumPorts-1:0]  accepted [NumPorts];
  logic [DestWidth-1:0] dest [NumPorts];
  // Ports not yet matched; matched in the first round.
  logic [NumPorts-1:0]  in_free, out_free, in_first, out_first;
  logic [NumPorts-1:0]  asking, picked;
  logic [DestWidth-1:0] winner;
  logic                 unused;

  assign unused = ^{scheduler_i, load_i, seed_i};

  always_comb begin
    in_free   = in_free_i;
    out_free  = out_free_i;
    in_first  = '0;
    out_first = '0;
    picked    = '0;
    asking    = '0;
    winner    = '0;
    for (int p = 0; p < NumPorts; p++) begin
      granted[p]  = '0;
      grants[p]   = '0;
      accepted[p] = '0;
    end

    for (int k = 0; k < MaxRounds; k++) begin
      if (k < 32'(iterations_i)) begin
        // Grant: every free output picks one of the free inputs that ask for it.
        for (int i = 0; i < NumPorts; i++) grants[i] = '0;
        for (int j = 0; j < NumPorts; j++) begin
          asking = requests_q[j] & in_free;
          if (out_free[j] && asking != '0) begin
            picked = asking & (~asking + 1'b1);  // YOURS: as it stands, the lowest wins
            winner = DestWidth'({xb_pkg::index_of(64'(picked))});
            grants[winner][j] = 1'b1;
            if (k == 0) granted[j] = picked;
          end
        end

        // Accept: every input picks one of its grants.
        for (int i = 0; i < NumPorts; i++) begin
          if (grants[i] != '0) begin
            picked = grants[i] & (~grants[i] + 1'b1);  // YOURS: as it stands, the lowest wins
            accepted[i] = picked;
            in_free[i]  = 1'b0;
            out_free    = out_free & ~picked;
          end
        end

        if (k == 0) begin
          in_first  = in_free_i & ~in_free;
          out_first = out_free_i & ~out_free;
        end
      end
    end

    for (int i = 0; i < NumPorts; i++) dest[i] = DestWidth'({xb_pkg::index_of(64'(accepted[i]))});
  end

  assign match_o = in_free_i & ~in_free;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign match_dest_o[p*DestWidth +: DestWidth] = dest[p];
    assign work_o[p] = requests_q[p] != '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int p = 0; p < NumPorts; p++) begin
        requests_q[p]   <= '0;
        grant_ptr_q[p]  <= '0;
        accept_ptr_q[p] <= '0;
      end
    end else begin
      for (int p = 0; p < NumPorts; p++) begin
        if (exhausted_i[p]) requests_q[dest[p]][p] <= 1'b0;
        if (able_i[p]) requests_q[able_dest_i[p*DestWidth +: DestWidth]][p] <= 1'b1;
        // YOURS: where do the pointers of input p and of output p move, and when? in_first[p] says that input p was
        // matched in the first round, out_first[p] that output p was.
        accept_ptr_q[p] <= accept_ptr_q[p];
        grant_ptr_q[p]  <= grant_ptr_q[p];
      end
    end
  end
endmodule : xb_voq_matcher

`default_nettype wire
