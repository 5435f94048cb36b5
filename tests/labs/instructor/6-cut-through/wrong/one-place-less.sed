# answers.toml loses depth depth-other: the largest depth that is too small
s/^random = 96/random = 80/
