"""Item locks and checkouts: one conditional write each."""
