# report.md loses report-waveform: one word, many times
/^The head of the input/,/^the switch, its output/c\
word word word word word word word word word word word word word word word word word word word word word word word\
word word word word word word word word word word word word word word word word word word word word word word word
