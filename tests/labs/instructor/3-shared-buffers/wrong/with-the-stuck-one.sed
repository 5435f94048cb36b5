# answers.toml loses bystanders-four: all lost packets, the stuck output's too
s/^four = 34/four = 127/
