// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cost/cost_flow.h"

#include <fnmatch.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace xb {
namespace {

const std::vector<CostFlow>& cost_flows() {
  static const std::vector<CostFlow> all{
      {CostTarget::Ecp5,
       "Lattice ECP5 um5g-85k, speed 8",
       "synth_ecp5 -abc9 -top xb_cost_harness -json netlist.json",
       {{"LUT4", &CostResult::lut4},
        {"TRELLIS_FF", &CostResult::ff},
        {"DP16KD", &CostResult::bram},
        {"PDPW16KD", &CostResult::bram},
        {"TRELLIS_DPR16X4", &CostResult::lutram},
        {"MULT18X18D", &CostResult::dsp},
        {"CCU2C", &CostResult::carry}},
       true},
      {CostTarget::Ice40,
       "Lattice iCE40",
       "synth_ice40 -top xb_cost_harness",
       {{"SB_LUT4", &CostResult::lut4},
        {"SB_DFF*", &CostResult::ff},
        {"SB_RAM40_4K*", &CostResult::bram},
        {"SB_MAC16", &CostResult::dsp},
        {"SB_CARRY", &CostResult::carry}}},
      {CostTarget::Xc7,
       "AMD 7 series, LUTs of up to 6 inputs, block RAMs of 18 Kib",
       "synth_xilinx -family xc7 -flatten -top xb_cost_harness",
       {{"LUT[1-6]", &CostResult::lut4},
        {"FD[RSCP]E*", &CostResult::ff},
        {"RAMB18E1", &CostResult::bram},
        {"RAMB36E1", &CostResult::bram, 2},
        {"RAM[0-9]*", &CostResult::lutram},
        {"SRL*", &CostResult::lutram},
        {"DSP48E1", &CostResult::dsp},
        {"CARRY4", &CostResult::carry}}},
      // Memories stay memories, as an ASIC has them made: all of synth but memory_map.
      {CostTarget::Generic,
       "yosys' gates of two inputs and multiplexers",
       "synth -flatten -top xb_cost_harness -run begin:fine; opt -fast -full; opt -undriven -fine; techmap; "
       "opt -fast; abc -fast; opt -fast; opt_clean; memory_unpack",
       {{"$_*DFF*_", &CostResult::ff}, {"$_*_", &CostResult::gates}}}};
  return all;
}

}  // namespace

const CostFlow& cost_flow(CostTarget target) {
  return *std::find_if(cost_flows().begin(), cost_flows().end(),
                       [&](const CostFlow& flow) { return flow.target == target; });
}

void count_cells(const CostFlow& flow, const nlohmann::ordered_json& stat, CostResult& cost) {
  const auto& design = stat.at("design");
  for (const CellKind& kind : flow.cells) cost.*kind.count = 0;
  if (flow.target == CostTarget::Generic) cost.memory_bits = design.at("num_memory_bits");
  for (const auto& [cell, number] : design.at("num_cells_by_type").items()) {
    const auto fits = [name = cell.c_str()](const CellKind& kind) {
      return fnmatch(kind.pattern, name, 0) == 0;
    };
    const auto kind = std::find_if(flow.cells.begin(), flow.cells.end(), fits);
    if (kind != flow.cells.end()) *(cost.*kind->count) += kind->each * number.get<std::uint64_t>();
  }
}

}  // namespace xb
