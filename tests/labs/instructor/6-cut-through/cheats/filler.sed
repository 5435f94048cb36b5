# report.md loses report-depth: one word, many times
/^Without bursts the depth/,/^million needs/c\
depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth\
depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth depth
