# answers.toml loses millionth: a straight line of the loss, not of its logarithm
s/^millionth = 400/millionth = 112/
