// SPDX-License-Identifier: Apache-2.0
/// Matches free inputs with free outputs where an input has a queue for each output and traffic class: xb_voq_matcher by
/// class, with pointers of each class (prioritised iSLIP, McKeown 1999).
///
/// In every round each unmatched output grants the highest class of which an unmatched input asks for it, and which it may
/// serve now (xb_class_service); each input accepts the highest class of its grants. Among equals of a class iSLIP, PIM or RRM
/// decide, as there. A class's pointers move with the first grant of an output in a cycle.
/// With `class_heads_i` 0 an input that has a packet of a class that goes first by strict priority, for an output that is
/// unmatched, asks for no lower class, but in the last round. So the classes below do not change the matching of the higher
/// ones.
/// Combinational from `bids_i` and the free ports to the match.
`default_nettype none

module xb_voq_class_matcher #(
  /// Number of switch ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Traffic classes, 2..8.
  parameter int unsigned Classes = 2,
  /// Derived, do not overwrite.
  localparam int unsigned NumQueues = NumPorts * Classes,
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned ClassBits = (Classes < 2) ? 1 : $clog2(Classes)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Settings: 0 iSLIP, 1 PIM, 2 RRM; rounds, 1..4; seed of the random numbers, taken over with `load_i`; service and weights,
  /// see xb_class_service; an input that a high class waits for offers 0 that one alone, 1 all.
  input  logic [1:0]                    scheduler_i,
  input  logic [2:0]                    iterations_i,
  input  logic                          load_i,
  input  logic [31:0]                   seed_i,
  input  logic [1:0]                    service_i,
  input  logic [8*Classes-1:0]          weights_i,
  input  logic                          class_heads_i,
  /// A packet of class c of input i is able to start for output j: bit (c*NumPorts+i)*NumPorts+j.
  input  logic [NumQueues*NumPorts-1:0] bids_i,
  /// Inputs and outputs that may be matched; outputs that a packet under way holds, to which a beat moves in this cycle.
  input  logic [NumPorts-1:0]           in_free_i,
  input  logic [NumPorts-1:0]           out_free_i,
  input  logic [NumPorts-1:0]           held_i,
  input  logic [NumPorts-1:0]           moving_i,
  /// Per input: it is matched, with which output, for which class.
  output logic [NumPorts-1:0]           match_o,
  output logic [NumPorts*DestWidth-1:0] match_dest_o,
  output logic [NumPorts*ClassBits-1:0] match_class_o,
  /// Outputs for which some input has a packet able to start.
  output logic [NumPorts-1:0]           work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Classes < 2 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 2..8");
  end

  localparam int unsigned MaxRounds = 4;
  localparam logic [1:0]  Pim = 2'd1, Rrm = 2'd2, Strict = 2'd0, StrictDwrr = 2'd2;

  // Of class c and output j in c*NumPorts+j: inputs that have a packet for it; it may be served; the pointer, as xb_voq_matcher
  // has it, likewise of the inputs.
  logic [NumPorts-1:0]    requests [NumQueues];
  logic [NumQueues-1:0]   allowed;
  logic [NumPorts-1:0]    grant_ptr_q [NumQueues];
  logic [NumPorts-1:0]    accept_ptr_q [NumQueues];
  logic [NumPorts*32-1:0] grant_random, accept_random;
  // Per output: the inputs that ask it of the highest class in a round, and that class; the input and class of its first grant
  // of the cycle; the class of its packet. Per input: grants of a round, the output and class accepted.
  logic [NumPorts-1:0]    asked [NumPorts];
  logic [ClassBits-1:0]   asked_class [NumPorts];
  logic [NumPorts-1:0]    granted [NumPorts];
  logic [ClassBits-1:0]   granted_class [NumPorts];
  logic [ClassBits-1:0]   class_q [NumPorts];
  logic [ClassBits-1:0]   class_here [NumPorts];
  logic [NumPorts-1:0]    grants [NumPorts];
  logic [NumPorts-1:0]    accepted [NumPorts];
  logic [ClassBits-1:0]   accepted_class [NumPorts];
  // Per class: outputs that grant it in a round; an input that it waits for offers nothing lower.
  logic [NumPorts-1:0]    granting_class [Classes];
  logic [Classes-1:0]     first;
  // Ports not yet matched, matched by an output's first grant; outputs that granted in the cycle, in the round; inputs that a
  // higher class holds, and that ask of this one.
  logic [NumPorts-1:0]    in_free, out_free, in_first, out_first, granting, granting_now, holding, asking_here;
  logic [NumPorts-1:0]    asking, picked;
  logic [DestWidth-1:0]   winner;

  // The number of a round: the random number, turned by 8 bits a round.
  function automatic logic [15:0] turned(input logic [31:0] number, input int round);
    turned = 16'({number, number} >> (8 * round));
  endfunction

  // The pick among some requesters, one-hot.
  function automatic logic [NumPorts-1:0] pick(
      input logic [NumPorts-1:0] req, input logic [NumPorts-1:0] ptr, input logic [15:0] number, input logic random);
    if (random) pick = NumPorts'({xb_pkg::any_of(64'(req), number, NumPorts)});
    else pick = NumPorts'({xb_pkg::first_from(64'(req), 64'(ptr))});
  endfunction

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    logic [Classes-1:0] open_here, waiting_here, allowed_here;

    xb_lfsr #(.InstanceSeed(p)) u_grant (
      .clk_i, .rst_ni, .load_i, .seed_i,
      .advance_i(granting[p] && scheduler_i == Pim), .value_o(grant_random[32*p +: 32])
    );
    xb_lfsr #(.InstanceSeed(NumPorts + p)) u_accept (
      .clk_i, .rst_ni, .load_i, .seed_i,
      .advance_i(match_o[p] && scheduler_i == Pim), .value_o(accept_random[32*p +: 32])
    );

    for (genvar c = 0; c < Classes; c++) begin : gen_class
      for (genvar i = 0; i < NumPorts; i++) begin : gen_input
        assign requests[c*NumPorts + p][i] = bids_i[(c*NumPorts + i)*NumPorts + p];
      end
      assign waiting_here[c]         = requests[c*NumPorts + p] != '0;
      assign open_here[c]            = (requests[c*NumPorts + p] & in_free_i) != '0;
      assign allowed[c*NumPorts + p] = allowed_here[c];
    end
    xb_class_service #(.Classes(Classes)) u_service (
      .clk_i, .rst_ni, .service_i, .weights_i,
      .waiting_i(waiting_here), .open_i(open_here), .locked_i(held_i[p]), .class_i(class_here[p]), .sent_i(moving_i[p]),
      .allowed_o(allowed_here)
    );
    assign work_o[p] = waiting_here != '0;
    assign match_dest_o[p*DestWidth +: DestWidth]  = DestWidth'({xb_pkg::index_of(64'(accepted[p]))});
    assign match_class_o[p*ClassBits +: ClassBits] = accepted_class[p];
  end

  always_comb begin
    first = (service_i == Strict && !class_heads_i) ? '1 : '0;
    first[Classes-1] |= service_i == StrictDwrr && !class_heads_i;
  end

  always_comb begin
    in_free      = in_free_i;
    out_free     = out_free_i;
    in_first     = '0;
    out_first    = '0;
    granting     = '0;
    granting_now = '0;
    holding      = '0;
    asking_here  = '0;
    asking       = '0;
    picked       = '0;
    winner       = '0;
    for (int c = 0; c < Classes; c++) granting_class[c] = '0;
    for (int p = 0; p < NumPorts; p++) begin
      asked[p]          = '0;
      asked_class[p]    = '0;
      granted[p]        = '0;
      granted_class[p]  = '0;
      class_here[p]     = class_q[p];
      grants[p]         = '0;
      accepted[p]       = '0;
      accepted_class[p] = '0;
    end
    for (int k = 0; k < MaxRounds; k++) begin
      if (k < 32'(iterations_i)) begin
        granting_now = '0;
        holding      = '0;
        for (int p = 0; p < NumPorts; p++) begin
          grants[p]      = '0;
          asked[p]       = '0;
          asked_class[p] = '0;
        end
        for (int c = Classes - 1; c >= 0; c--) begin
          granting_class[c] = '0;
          asking_here       = '0;
          for (int j = 0; j < NumPorts; j++) begin
            asking = requests[c*NumPorts + j] & in_free & ~holding;
            if (out_free[j] && allowed[c*NumPorts + j] && asking != '0) begin
              asking_here = asking_here | asking;
              if (asked[j] == '0) begin
                asked[j]       = asking;
                asked_class[j] = ClassBits'(c);
              end
            end
          end
          if (first[c] && k + 1 < 32'(iterations_i)) holding = holding | asking_here;
        end
        for (int j = 0; j < NumPorts; j++) begin
          if (asked[j] != '0) begin
            picked = pick(asked[j], grant_ptr_q[32'(asked_class[j])*NumPorts + j], turned(grant_random[32*j +: 32], k),
                          scheduler_i == Pim);
            winner = DestWidth'({xb_pkg::index_of(64'(picked))});
            grants[winner][j] = 1'b1;
            granting_now[j]   = 1'b1;
            granting_class[asked_class[j]][j] = 1'b1;
            if (!granting[j]) begin
              granted[j]       = picked;
              granted_class[j] = asked_class[j];
            end
          end
        end
        for (int i = 0; i < NumPorts; i++) begin
          if (grants[i] != '0) begin
            for (int c = 0; c < Classes; c++) begin
              if ((grants[i] & granting_class[c]) != '0) begin
                asking            = grants[i] & granting_class[c];
                accepted_class[i] = ClassBits'(c);
              end
            end
            picked = pick(asking, accept_ptr_q[32'(accepted_class[i])*NumPorts + i], turned(accept_random[32*i +: 32], k),
                          scheduler_i == Pim);
            winner = DestWidth'({xb_pkg::index_of(64'(picked))});
            accepted[i]        = picked;
            class_here[winner] = accepted_class[i];
            in_free[i]         = 1'b0;
            out_free           = out_free & ~picked;
            if ((picked & granting) == '0) begin
              in_first[i] = 1'b1;
              out_first   = out_first | picked;
            end
          end
        end
        granting = granting | granting_now;
      end
    end
  end

  assign match_o = in_free_i & ~in_free;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int p = 0; p < NumPorts; p++) begin
        class_q[p] <= '0;
        for (int c = 0; c < Classes; c++) begin
          grant_ptr_q[c*NumPorts + p]  <= '0;
          accept_ptr_q[c*NumPorts + p] <= '0;
        end
      end
    end else begin
      for (int p = 0; p < NumPorts; p++) begin
        class_q[p] <= class_here[p];
        for (int c = 0; c < Classes; c++) begin
          if (in_first[p] && accepted_class[p] == ClassBits'(c)) begin
            accept_ptr_q[c*NumPorts + p] <= NumPorts'({xb_pkg::past(64'(accepted[p]))});
          end
          if (((scheduler_i == Rrm) ? granting[p] : out_first[p]) && granted_class[p] == ClassBits'(c)) begin
            grant_ptr_q[c*NumPorts + p] <= NumPorts'({xb_pkg::past(64'(granted[p]))});
          end
        end
      end
    end
  end
endmodule : xb_voq_class_matcher

`default_nettype wire
