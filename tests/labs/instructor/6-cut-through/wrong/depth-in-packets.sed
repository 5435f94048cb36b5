# answers.toml loses depth depth-other: a depth in places for packets, not in beats
s/^random = 96/random = 6/
