# answers.toml loses depth-bursty: the depth without bursts
s/^bursty = 624/bursty = 96/
