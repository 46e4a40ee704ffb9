"""From a file that somebody has to the rows and BOM lines that an import understands."""
