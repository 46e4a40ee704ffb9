"""Real geometry: the part language, the choice of parts, the kernel's workers, assemblies."""
