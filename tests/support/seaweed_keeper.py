"""Keeps one throw-away SeaweedFS with an S3 door for a test run; a program that a test starts.

    seaweed_keeper.py <directory>

It ends with the directory, which goes when the run ends or is killed.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

_SERVICES = ("master", "volume", "filer", "s3")


def _free_ports(count: int) -> list[int]:
    """Ports that nobody has now; all held at once, so that they differ."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _command(data: Path, ports: list[int]) -> list[str]:
    program = Path(sysconfig.get_path("scripts")) / "weed"
    command = [str(program), "server", f"-dir={data}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1"]
    command += ["-filer", "-s3", f"-s3.config={data / 's3.json'}", "-s3.port.iceberg=0"]
    command.append("-s3.port.lance=0")
    command += ["-volume.max=8", "-master.volumeSizeLimitMB=256", "-master.telemetry=false"]
    for service, port, grpc in zip(_SERVICES, ports[::2], ports[1::2], strict=True):
        command += [f"-{service}.port={port}", f"-{service}.port.grpc={grpc}"]
    return command


def _remove_sockets(ports: list[int]) -> None:
    """What a killed server leaves where it keeps its local sockets."""
    for port in ports:
        for left in Path(tempfile.gettempdir()).glob(f"seaweedfs-*-{port}.sock"):
            left.unlink(missing_ok=True)


def main() -> None:
    directory = Path(sys.argv[1])
    if os.fork():
        # Nobody's child from here on: it outlives the process that asked for it.
        return
    os.setsid()
    data = directory / "seaweed"
    data.mkdir()
    keys = {
        "accessKey": os.environ["AWS_ACCESS_KEY_ID"],
        "secretKey": os.environ["AWS_SECRET_ACCESS_KEY"],
    }
    rights = {"name": "tests", "credentials": [keys], "actions": ["Admin"]}
    (data / "s3.json").write_text(json.dumps({"identities": [rights]}))
    ports = _free_ports(2 * len(_SERVICES))
    server = subprocess.Popen(_command(data, ports), cwd=data)
    (directory / "seaweed.port").write_text(str(ports[-2]))
    try:
        while directory.exists() and server.poll() is None:
            time.sleep(0.5)
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
        _remove_sockets(ports)
        if directory.exists():
            (directory / "seaweed.ended").touch()


if __name__ == "__main__":
    main()
