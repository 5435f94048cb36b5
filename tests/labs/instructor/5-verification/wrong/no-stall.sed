# stimuli.toml loses withdrawn: receivers that are always ready
/^\[withdrawn\]/,/^cycles/s/^receiver-stall = .*/receiver-stall = 0/
