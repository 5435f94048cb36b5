// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/link/host_list.h"
#include "host/schedule/schedule.h"

namespace xb {

/// The schedule with its rank r on the host list[r], as a schedule of all `hosts`: the others have no
/// operations. There are at most as many ranks as listed hosts.
Schedule placed(Schedule schedule, unsigned hosts, const HostList& list);

}  // namespace xb
