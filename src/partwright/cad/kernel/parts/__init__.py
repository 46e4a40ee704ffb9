"""Features, operations and standard parts of the part language, made by the kernel."""
