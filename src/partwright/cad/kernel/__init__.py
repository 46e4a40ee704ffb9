"""What runs inside the worker processes; only they import the kernel, and only they these modules."""
