"""Events of all designs in the order of commits: written with each commit, read as one feed."""
