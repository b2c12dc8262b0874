"""Measuring Lawbook against gold sets. Nothing imports this package."""
