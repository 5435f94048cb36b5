# report.md loses report-twice: the question is left as it was
/^With B = 256/,$d
