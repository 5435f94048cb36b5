# answers.toml loses shift-skewed: completion in microseconds
s/^shift = 2665$/shift = 2.665/
