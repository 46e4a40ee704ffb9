"""Reports: tables over one item type that users define, run and export."""
