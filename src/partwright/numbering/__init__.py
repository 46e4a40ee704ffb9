"""Categories of parts as a tree, and the schemes by which designs and categories number parts."""
