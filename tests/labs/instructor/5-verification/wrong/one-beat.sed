# stimuli.toml loses interleaved: packets of one beat cannot be interleaved
s/^packet = "2..8"/packet = 1/
