// SPDX-License-Identifier: Apache-2.0
// A point run from a program of one's own: embed KEY=VALUE...
#include <xbarlab/host/config/config_keys.h>
#include <xbarlab/host/config/setup.h>
#include <xbarlab/host/run/simulation.h>
#include <xbarlab/testbenches/engines/engines.h>

#include <cstdio>
#include <exception>
#include <string>

int main(int argc, char** argv) try {
  xb::RunConfig config;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t equals = word.find('=');
    xb::set_key(config, word.substr(0, equals), word.substr(equals + 1), "embed");
  }
  const xb::Setup setup = xb::resolve(config);
  const auto model = xb::make_model(setup);
  const xb::RunResult result = xb::simulate(setup, *model);
  std::printf("throughput %.4f, blocked behind the head of a line %.4f\n", result.throughput.mean,
              result.hol.mean);
} catch (const std::exception& error) {
  std::fprintf(stderr, "embed: %s\n", error.what());
  return 2;
}
