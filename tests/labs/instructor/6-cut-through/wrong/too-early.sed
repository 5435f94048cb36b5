# answers.toml loses crossover crossover-other: the load at which a packet waits for half of its length
s/^crossover = 0.57/crossover = 0.45/
