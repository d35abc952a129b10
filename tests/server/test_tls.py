"""TLS without a proxy: pages by https only, and handshakes that are never finished."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
from pathlib import Path

from tests.server.client import PATIENCE, wait_until
from tests.server.programs import Program

# For localhost, good for a hundred years, and for tests only.
CERTIFICATE = """\
-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUYEWDcqNEduo3hhmjpu8Mk8eh2/MwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNjE3MzQyMFoYDzIxMjYxMDIz
MTczNDIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASuZVaAul88J8IgtJ6uh9P+YgZLhyOD1gG6CFehMcV6rEtDlweWYpOy
POgTzYOR7jzrc8hjO33foOPUTKQAOyQho28wbTAdBgNVHQ4EFgQUVZRu//vLjf6T
Sj6HCxojqnI9Jw8wHwYDVR0jBBgwFoAUVZRu//vLjf6TSj6HCxojqnI9Jw8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhALWMR2g5hpatNe56LN/9z9HGaH+AABJz2bi628U5gPEKAiEA
0IlBxsPAjn+306n9Wh/rZbYaW5I2Elwg5bhiZXoqn7w=
-----END CERTIFICATE-----
"""
KEY = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQR4qoXQT/I44DhmL
cgPZNpWVOp1zULMhnFSgkXdNCQOhRANCAASuZVaAul88J8IgtJ6uh9P+YgZLhyOD
1gG6CFehMcV6rEtDlweWYpOyPOgTzYOR7jzrc8hjO33foOPUTKQAOyQh
-----END PRIVATE KEY-----
"""


def ask(port: int, path: str, context: ssl.SSLContext, method: str = "GET") -> bytes:
    with (
        socket.create_connection(("127.0.0.1", port), PATIENCE) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secured,
    ):
        origin = "Origin: https://localhost\r\nHost: localhost\r\nContent-Length: 9\r\n"
        head = f"{method} {path} HTTP/1.1\r\n{origin}Connection: close\r\n\r\n"
        secured.sendall(head.encode() + b"name=Anne")
        said = b""
        while piece := secured.recv(65536):
            said += piece
        return said


def test_a_certificate_makes_pages_secret_and_cookies_secure(tmp_path: Path) -> None:
    (tmp_path / "certificate.pem").write_text(CERTIFICATE)
    (tmp_path / "key.pem").write_text(KEY)
    context = ssl.create_default_context(cadata=CERTIFICATE)
    files = ["--certificate", str(tmp_path / "certificate.pem"), "--key", str(tmp_path / "key.pem")]
    program = Program(tmp_path / "program", *files, "--connections-per-address", "20")
    try:
        wait_until(lambda: "https://localhost" in program.log, "the server to be ready")
        said = ask(program.port, "/api/games", context)
        assert json.loads(said.partition(b"\r\n\r\n")[2])
        assert b"; Secure" in ask(program.port, "/guest", context, "POST")
        with contextlib.ExitStack() as stack:
            # Whoever never shakes hands keeps nobody out, and plain words get no answer.
            for _ in range(60):
                where = ("127.0.0.1", program.port)
                stack.enter_context(socket.create_connection(where, PATIENCE))
            assert ask(program.port, "/api/games", context).startswith(b"HTTP/1.1 200 ")
        with socket.create_connection(("127.0.0.1", program.port), PATIENCE) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            with contextlib.suppress(ConnectionResetError):
                assert not plain.recv(4096).startswith(b"HTTP/")
        assert program.end() == 0
        assert "Traceback" not in program.log
    finally:
        program.clear()
