# answers.toml loses empty-store-and-forward: twice the length: the last beat counted twice
s/^store_and_forward = 47/store_and_forward = 48/
