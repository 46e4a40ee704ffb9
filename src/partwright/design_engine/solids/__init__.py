"""Solids of materialised drafts: parts made by the kernel, assemblies composed of them."""
