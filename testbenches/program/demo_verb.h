// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace xb {

/// `xbarlab prebuild`: builds the common models ahead.
void prebuild_command();

/// `xbarlab demo`: the main job, once `prepare` has built its models.
void demo_command(const std::function<void()>& prepare = prebuild_command);

}  // namespace xb
