"""Data from the spreadsheets people have: read, planned, applied in one transaction."""
