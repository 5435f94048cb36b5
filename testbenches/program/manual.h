// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace xb {

/// The page of the manual, xbarlab(1), for man: what the help of all verbs says. `what`: the program in
/// words.
std::string manual_page(const CLI::App& program, const std::string& what, const std::string& version);

}  // namespace xb
