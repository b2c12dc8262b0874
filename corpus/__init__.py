"""The laws as data, and all that follows from their text alone."""
