"""Choice of the feature and dimensions of a drafted part by rules; pure."""
