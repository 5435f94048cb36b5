# answers.toml loses depth depth-other: enough, but not the least
s/^random = 96/random = 128/
