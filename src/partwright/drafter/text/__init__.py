"""Reading a description: words, figures, counts, parts named, conditions and wishes."""
