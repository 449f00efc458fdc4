"""Who sits with whom, and where."""
