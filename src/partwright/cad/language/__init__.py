"""The part language: features and operations as data, checked without the kernel; pure."""
