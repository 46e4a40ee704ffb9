"""Which feature and which figures a drafted part gets: chosen by rules from what is known of it; pure."""
