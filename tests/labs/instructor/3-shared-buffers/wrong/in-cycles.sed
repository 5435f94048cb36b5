# answers.toml loses queue-one: queueing in cycles taken for packets
s/^one = 64$/one = 2050/
