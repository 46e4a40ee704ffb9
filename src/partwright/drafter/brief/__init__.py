"""The brief: what a description asks for, in figures, kinds and requirements, and where it contradicts itself."""
