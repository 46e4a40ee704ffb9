"""Code of the worker processes; only they import the kernel, and only they these modules."""
