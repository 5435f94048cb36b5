// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace xb {

/// `xbarlab prebuild`: builds the common models ahead, and puts copies in that folder, if there is one.
void prebuild_command(const std::string& copies = "");

/// `xbarlab demo`: the main job, once `prepare` has built its models.
void demo_command(const std::function<void()>& prepare = [] { prebuild_command(); });

}  // namespace xb
