"""A real PostgreSQL server for a test: started on a free port of this machine, gone when the block ends."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROLE = "postgres"


def programs() -> Path | None:
    """Where `initdb` and `pg_ctl` are; None where there is no server to start."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    if found:
        return found[0].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a server that is empty."""
    where = programs()
    assert where
    folder = Path(tempfile.mkdtemp(prefix="lawbook-postgres-"))
    data = folder / "data"
    port = _free_port()
    if os.getuid() == 0:
        shutil.chown(folder, ROLE)
    try:
        _run([where / "initdb", "-D", data, "-U", ROLE, "--auth=trust", "--no-sync"], folder)
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        _run([where / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start"], folder)
        yield f"postgresql://{ROLE}@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run(_as_role([where / "pg_ctl", "-D", data, "-m", "immediate", "stop"]), cwd=folder, check=False)
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: list[object], folder: Path) -> None:
    done = subprocess.run(_as_role(command), cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def _as_role(command: list[object]) -> list[str]:
    """The server refuses to run as root."""
    before = ["runuser", "-u", ROLE, "--"] if os.getuid() == 0 else []
    return [*before, *map(str, command)]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
