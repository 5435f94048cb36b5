# stimuli.toml loses starved: uniform traffic, under which nobody starves for long
s/^traffic = "alternate"/traffic = "uniform"/
/^targets/d
