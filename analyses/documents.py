"""The source documents, as studies name them where they answer what a document claims."""

CAVENDISH = "Cavendish (000)"
COTTON_REPORT = "The report on Cotton (001)"
CLUB_SUMMARY = "The club summary (002)"
SURVEY = "The survey of rules (003)"
