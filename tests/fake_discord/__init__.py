"""A strict stand-in for Discord on loopback: gateway, REST API, and people who click and type.

It judges every request against Discord's own description of its API, and against the limits that the description
lacks. What it finds wrong is refused as Discord would, and kept in `FakeDiscord.faults`.
"""
