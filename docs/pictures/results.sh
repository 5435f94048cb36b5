#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws results-*.svg of docs/results.md: runs experiments/load-curves.toml and experiments/cost.toml, and draws the figures of
# their reports.
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
./lab run experiments/load-curves.toml --out "$scratch/study"
./lab report "$scratch/study" --figures "$scratch/figures"
for name in throughput latency queueing hol idle-with-work latency-distribution; do
  cp "$scratch/figures/$name.svg" "docs/pictures/results-$name.svg"
done
cp "$scratch/figures/blame-91.svg" docs/pictures/results-blame.svg
cp "$scratch/figures/victims-91.svg" docs/pictures/results-victims.svg
cp "$scratch/figures/occupancy-queues-97.svg" docs/pictures/results-queues.svg
./lab run experiments/cost.toml --set cost=generic --set ports=2 --set depth=16 --out "$scratch/costs"
./lab report "$scratch/costs" --figures "$scratch/cost-figures"
cp "$scratch/cost-figures/cost.svg" docs/pictures/results-cost.svg
./lab export "$scratch/study" --csv - |
  awk -F, 'NR == 1 { for (c = 1; c <= NF; ++c) column[$c] = c; print "| switch | throughput | +-95 % | queueing [cycles] | p99 latency [cycles] |\n|---|---|---|---|---|" }
    NR > 1 && $column["load"] == 0.9 {
      printf "| `%s` | %.4f | %.4f | %.1f | %d |\n", $column["switch"], $column["throughput"], $column["throughput_ci95"],
        $column["queueing_mean_cycles"], $column["latency_p99_cycles"] }'
