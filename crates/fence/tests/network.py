"""What a fenced program does on the network, by name. Prints what came of it."""

import errno
import hashlib
import socket
import struct
import sys
import time


def connect(name, port):
    return socket.create_connection((name, int(port)), 10)


def fetch(name, port, host=None):
    """The body of a page, by a request that says which host it means."""
    one = connect(name, port)
    one.sendall(("GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (host or name)).encode())
    answer = b""
    while piece := one.recv(65536):
        answer += piece
    return answer.split(b"\r\n\r\n", 1)[-1].decode() or "nothing"


def raw(name, port, request):
    """The body of a page, by a request as it is written."""
    one = connect(name, port)
    one.sendall(request.encode().decode("unicode_escape").encode())
    answer = b""
    while piece := one.recv(65536):
        answer += piece
    return answer.split(b"\r\n\r\n", 1)[-1].decode() or "nothing"


def datagram(name, port):
    """As HTTP/3 begins, to an address that is known."""
    address = socket.getaddrinfo(name, int(port), type=socket.SOCK_DGRAM)[0]
    one = socket.socket(address[0], socket.SOCK_DGRAM)
    one.settimeout(2)
    one.sendto(b"hello", address[4])
    return one.recv(16).decode()


def hello(name, port, said):
    """A handshake of TLS that says a name; the host answers what it read."""
    import ssl

    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    context = ssl.create_default_context()
    tls = context.wrap_bio(incoming, outgoing, server_hostname=said)
    try:
        tls.do_handshake()
    except ssl.SSLWantReadError:
        pass
    one = connect(name, port)
    one.sendall(outgoing.read())
    return "answered" if one.recv(16) else "closed"


def lookup(name):
    return ",".join(sorted({entry[4][0] for entry in socket.getaddrinfo(name, 443, type=socket.SOCK_STREAM)}))


def own_name(_):
    return socket.gethostname() + " " + socket.gethostbyname(socket.gethostname())


def query(name, kind, over, server):
    """Asks a server of names by hand, and says the code and how many answers there are."""
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    asked = struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + labels + struct.pack(">BHH", 0, int(kind), 1)
    if over == "udp":
        one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        one.settimeout(5)
        one.connect((server, 53))
        one.send(asked)
        answer = one.recv(4096)
    else:
        one = connect(server, 53)
        one.sendall(struct.pack(">H", len(asked)) + asked)
        length = struct.unpack(">H", one.recv(2, socket.MSG_WAITALL))[0]
        answer = one.recv(length, socket.MSG_WAITALL)
    return "%d %d" % (answer[3] & 15, struct.unpack(">H", answer[6:8])[0])


def download(name, port, size, how="d"):
    """Sends how much it wants and ends; measures how long the answer takes, and digests it."""
    one = connect(name, port)
    started = time.monotonic()
    one.sendall(how.encode() + size.encode())
    one.shutdown(socket.SHUT_WR)
    piece, view_size, total = bytearray(1 << 20), 1 << 20, 0
    digest = hashlib.sha256()
    pieces = []
    while length := one.recv_into(piece, view_size):
        total += length
        if int(size) <= 16 << 20:
            pieces.append(bytes(piece[:length]))
    taken = time.monotonic() - started
    for part in pieces:
        digest.update(part)
    return "%d %s %.4f" % (total, digest.hexdigest()[:16], taken)


def upload(name, port, size):
    """Sends much, ends, and then reads the digest of what arrived."""
    one = connect(name, port)
    one.sendall(b"u")
    block = bytes(range(256)) * 4096
    for _ in range(int(size) // len(block)):
        one.sendall(block)
    one.shutdown(socket.SHUT_WR)
    answer = b""
    while piece := one.recv(4096):
        answer += piece
    return answer.decode()


def server_first(name, port):
    """The host speaks first, and the client only listens."""
    return connect(name, port).recv(64).decode()


def leave(name, port, how):
    """Opens a connection, perhaps says something, and waits for nothing."""
    address = socket.getaddrinfo(name, int(port), type=socket.SOCK_STREAM)[0]
    one = socket.socket(address[0], socket.SOCK_STREAM)
    one.settimeout(2)
    one.connect(address[4])
    if how == "listen":
        return one.recv(64).decode()
    if how != "silent":
        one.sendall(("GET / HTTP/1.1\r\nHost: %s\r\n\r\n" % name).encode())
    if how == "reset":
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    if how == "wait":
        one.recv(1)
    one.close()
    return "left"


def ask_and_leave(name):
    """Asks for a name and does not wait for the answer."""
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    asked = struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + labels + struct.pack(">BHH", 0, 1, 1)
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(asked, ("127.0.0.1", 53))
    return "left"


def many(name, port, count):
    """Many connections at the same time, each of which says something and waits."""
    all = [connect(name, port) for _ in range(int(count))]
    for one in all:
        one.sendall(b"\x05")
    return str(sum(one.recv(1) == b"\x05" for one in all))


def main():
    name, *arguments = sys.argv[1:]
    try:
        print(globals()[name](*arguments))
    except socket.gaierror:
        print("no such name")
    except OSError as error:
        print(errno.errorcode.get(error.errno, type(error).__name__))


main()
