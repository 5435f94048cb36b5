// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "host/wires/port_set.h"

namespace xb {

/// Which outputs of a switch each of its inputs reaches: all, if nothing else is said.
class PortPairs {
 public:
  PortPairs() { outputs_.fill(~PortMask{0}); }
  /// Of a switch in which nothing is connected yet.
  static PortPairs none() {
    PortPairs pairs;
    pairs.outputs_.fill(0);
    return pairs;
  }
  void connect(PortMask inputs, PortMask outputs) {
    for_each_port(inputs, [&](unsigned input) { outputs_[input] |= outputs; });
  }
  void disconnect(unsigned input, unsigned output) { outputs_[input] &= ~bit(output); }

  [[nodiscard]] PortMask outputs_of(unsigned input) const { return outputs_[input]; }
  [[nodiscard]] bool connected(unsigned input, unsigned output) const {
    return (outputs_[input] >> output & 1U) != 0;
  }
  /// Of a switch with so many ports: inputs that reach an output, all of them, or the same output.
  [[nodiscard]] PortMask inputs(unsigned ports) const {
    PortMask some = 0;
    for (unsigned input = 0; input < ports; ++input)
      some |= (outputs_[input] & all_ports(ports)) != 0 ? bit(input) : 0;
    return some;
  }
  [[nodiscard]] PortMask inputs_of(unsigned output, unsigned ports) const {
    PortMask some = 0;
    for (unsigned input = 0; input < ports; ++input) some |= connected(input, output) ? bit(input) : 0;
    return some;
  }
  /// Every input reaches every output, or each but its own.
  [[nodiscard]] bool complete(unsigned ports) const { return reaches(ports, false); }
  [[nodiscard]] bool complete_between(unsigned ports) const { return reaches(ports, true); }

 private:
  [[nodiscard]] bool reaches(unsigned ports, bool but_own) const {
    for (unsigned input = 0; input < ports; ++input) {
      const PortMask own = but_own ? bit(input) : 0;
      if (((outputs_[input] | own) & all_ports(ports)) != all_ports(ports)) return false;
    }
    return true;
  }

  std::array<PortMask, kMaxPorts> outputs_{};
};

}  // namespace xb
