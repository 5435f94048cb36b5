// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/exchange/exchange_shape.h"
#include "host/schedule/schedule.h"

namespace xb {

/// Two jobs that know nothing of each other: a complete exchange (shift) among the even ranks, and an
/// all-reduce in a ring among the odd ones. Of fewer than four ranks all are in the first one.
Schedule two_jobs(const ExchangeShape& shape);

}  // namespace xb
