"""How the kernel makes the features, operations and standard parts of the part language."""
