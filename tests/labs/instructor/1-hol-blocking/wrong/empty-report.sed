# report.md loses report-rfc: the question is left as it was
/^With one congesting/,$d
