// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an sc_signal of settings needs: to be printed and traced.

#include <ostream>
#include <string>
#include <systemc>
#include <type_traits>

#include "host/wires/switch_settings.h"

namespace xb {

inline std::ostream& operator<<(std::ostream& os, const SwitchSettings& settings) {
  for_each_setting(settings, [&](const char* name, auto value) {
    os << name << ' ' << +static_cast<std::uint64_t>(value) << ' ';
  });
  return os;
}
/// All settings, by the names of the RTL's ports; a choice by its code.
inline void sc_trace(sc_core::sc_trace_file* file, const SwitchSettings& settings, const std::string& name) {
  for_each_setting(settings, [&](const char* setting, const auto& value) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_enum_v<Value>)
      sc_core::sc_trace(file, reinterpret_cast<const std::underlying_type_t<Value>&>(value),
                        name + "." + setting);
    else
      sc_core::sc_trace(file, value, name + "." + setting);
  });
}

}  // namespace xb
