// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/engines/engines.h"
#include "testbenches/process/child_process.h"
#include "testbenches/tracing/run_point.h"
#include "tests/host/keys_of.h"
#include "tests/testbenches/engines/raw_links.h"
#include "tests/testbenches/engines/switch_key.h"

namespace xb {

/// The switch xb_switch_NAME for ends_* tests. Its crosspoints are elaborated large. As for a short run, its
/// model in lock-step is not optimised: other tests build the same.
inline RunConfig ends_config(const std::string& name, unsigned ports) {
  RunConfig config = config_of("crosspoint-depth 64, engine lockstep, packet 1..40, cycles 2000");
  choose_circuit(config, name);
  config.ports = ports;
  return config;
}

/// Compares RTL and twin at `points` random points. Each begins with a reset of the switch, wherever it then
/// is. Returns the beats delivered; throws RunError at the first difference.
inline std::uint64_t compare_at_ends(SwitchModel& model, const RunConfig& config, unsigned points) {
  Ends ends(RandomStream(config.seed, StreamPurpose::Test, config.ports));
  SwitchOutputs out{};
  std::uint64_t delivered = 0;
  for (unsigned n = 0; n < points; ++n) {
    EndsPoint point =
        draw_point(ends, config.ports, resolve(config).max_depth, resolve(config).crosspoint_beats);
    if (config.has_classes()) draw_classes(ends, point.settings);
    if (config.has_head_drop()) draw_head_drop(ends, point.settings);
    RawLinks links(point, config.ports, config.data_words(),
                   RandomStream(config.seed, StreamPurpose::Test, 1000 + n), config.classes);
    try {
      model.reset(point.settings);
      for (std::uint64_t c = 0; c < point.cycles; ++c) {
        const SwitchInputs& in = links.drive();
        model.cycle(in, out);
        if (config.has_classes()) take_class_ready(in, out);
        links.taken(in.s_tvalid & out.s_tready);
        delivered += port_count(out.m_tvalid & in.m_tready);
      }
    } catch (const RunError& error) {
      throw RunError(fmt::format("{}\n  point {}: {}", error.what(), n, point.text()));
    }
  }
  return delivered;
}

/// The same with the switch in `rtl_dir` and its twin, in a process of their own: a text of numbers.
inline std::string compare_at_ends(const RunConfig& config, const std::filesystem::path& rtl_dir,
                                   unsigned points) {
  return in_child_process([&]() -> std::string {
    const auto model = make_lockstep(resolve(config), make_verilated_switch(resolve(config), {}, rtl_dir),
                                     make_systemc_switch(resolve(config)));
    return std::to_string(compare_at_ends(*model, config, points));
  });
}

}  // namespace xb
