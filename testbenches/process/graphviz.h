// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace xb {

/// What a Graphviz program (`dot`, `neato`) makes of a graph in a format (`svg`, `plain`). `flag`: of the
/// command line that wants it, for messages. Throws InputError where Graphviz is not installed, RunError if
/// it fails.
std::string graphviz(const std::string& program, const std::string& format, const std::string& graph,
                     const std::string& flag);

}  // namespace xb
