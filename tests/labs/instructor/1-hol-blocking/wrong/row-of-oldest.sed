# answers.toml loses rfc-round-robin: the row of another arbiter
s/^round_robin = 0$/round_robin = 33.3/
