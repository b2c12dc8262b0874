"""The answer, and the ways to ask: terminal, Discord, and whatever comes next."""
