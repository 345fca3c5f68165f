"""One attempt to get out of a fence, by name. Prints "through" where it got out, else why not."""

import ctypes
import errno
import os
import socket
import struct
import subprocess
import sys
import time

libc = ctypes.CDLL(None, use_errno=True)


def call(number, *arguments):
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


# The same on every architecture that has the calls, but for these.
X86 = os.uname().machine == "x86_64"
PTRACE, KEYCTL, ADD_KEY = (101, 250, 248) if X86 else (117, 219, 217)
IO_URING_SETUP, CLONE3, OPEN_TREE, OPENAT2, FCHMODAT2 = 425, 435, 428, 437, 452
NEWUSER, NEWPID, NEWNET = 0x10000000, 0x20000000, 0x40000000
OTHER_NAMESPACES = {"mounts": 0x00020000, "ipc": 0x08000000, "names": 0x04000000, "cgroups": 0x02000000, "time": 0x00000080}


def read_home(home):
    return open(home + "/secret").read() == "canary"


def list_home(home):
    return "secret" in os.listdir(home)


def write_home(home):
    open(home + "/new", "w").write("x")
    return True


def stat_home(home):
    return os.stat(home + "/secret").st_size == 6


def chmod_home(home):
    os.chmod(home + "/secret", 0o600)
    return True


def touch_home(home):
    os.utime(home + "/secret", (1, 1))
    return True


def home_by_root_of_init(home):
    return os.path.exists("/proc/1/root" + home + "/secret")


def home_by_root_of_host(pid, home):
    return os.path.exists("/proc/" + pid + "/root" + home + "/secret")


def unix_socket(path):
    socket.socket(socket.AF_UNIX).connect(path)
    return True


def abstract_socket(name):
    socket.socket(socket.AF_UNIX).connect("\0" + name)
    return True


def datagram(address):
    """By one of a pair, which is made by another call than a socket of its own."""
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"hello", address)
    return True


def datagram_by_path(path):
    return datagram(path)


def datagram_by_name(name):
    return datagram("\0" + name)


def datagram_of_a_connected_one(path):
    """As `datagram`, by the oldest kind of socket, which is the same, and connected again."""
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_RAW)
    one.connect(path)
    one.send(b"hello")
    return True


def answered(ask):
    """Whether the system says anything but that it is not permitted: the code that is asked is not kept out."""
    try:
        ask()
    except OSError as error:
        return error.errno != errno.EPERM
    return True


def pair_of_another_family(_):
    return answered(lambda: socket.socketpair(30, socket.SOCK_STREAM))


def rare_protocol(_):
    rare = [(socket.SOCK_STREAM, 132), (socket.SOCK_DGRAM, 136), (socket.SOCK_DGRAM, 115), (socket.SOCK_STREAM, 256)]
    return any([answered(lambda: socket.socket(family, kind, number)) for family in (2, 10) for kind, number in rare])


def snapshot(_):
    """Of all that shares a subvolume with the home of the program. Most file systems have none and say so."""
    import fcntl

    home = os.open(os.environ["HOME"], os.O_RDONLY)
    return any([answered(lambda: fcntl.ioctl(home, call, bytearray(4096))) for call in (0x50009401, 0x50009417, 0x4038BC10)])


def lease(_):
    """On a file that may only be read: a writer waits."""
    import fcntl

    fcntl.fcntl(os.open(__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)
    return True


def hard_link(_):
    """A file that may only be read, under a name where everything may be changed."""
    name = os.environ["HOME"] + "/hard-link"
    os.link(__file__, name)
    os.unlink(name)
    return True


def setuid_file(_):
    """A program with the rights of this person for every other account that sees the folder. One that is empty is none."""
    name = (os.environ["HOME"] + "/setuid-file").encode()
    mode, new = 0o4755, os.O_CREAT | os.O_EXCL | os.O_RDWR
    how = ctypes.create_string_buffer(struct.pack("<QQQ", new, mode, 0))
    path = ctypes.c_char_p(name)

    def made():
        file = os.open(name, new)
        os.write(file, b"x")
        return file

    ways = [
        lambda: os.write(os.open(name, new, mode), b"x"),
        lambda: os.ftruncate(os.open(name, new, mode), 1),
        lambda: os.posix_fallocate(os.open(name, new, mode), 0, 1),
        lambda: (os.mknod(name, mode), os.write(os.open(name, os.O_WRONLY), b"x")),
        lambda: os.write(call(OPENAT2, -100, path, how, 24), b"x"),
        lambda: (made(), os.chmod(name, mode)),
        lambda: os.fchmod(made(), mode),
        lambda: (made(), call(FCHMODAT2, -100, path, mode, 0)),
    ]

    def left(way):
        try:
            way()
        except OSError:
            pass
        if not os.path.exists(name):
            return False
        about = os.stat(name)
        os.unlink(name)
        return about.st_size > 0 and about.st_mode & 0o4000 != 0

    return any([left(way) for way in ways])


def touch_device(_):
    """A device is the one outside. To the administrator its mode belongs as well."""
    os.utime("/dev/null")
    return True


def watchers_without_end(_):
    """More than its part of what an account can have, as many programs outside need one."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    most = int(open("/proc/sys/fs/inotify/max_user_instances").read())
    for _ in range(most // 4 + 1):
        if libc.inotify_init1(0) < 0:
            raise OSError(ctypes.get_errno(), "inotify_init1")
    return True


def processes_without_end(_):
    """None is made: the limit says how many could be."""
    import resource

    most = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    return most == resource.RLIM_INFINITY or most > 4096


def core_image(_):
    """Of the memory of the program, with its secrets, for whatever collects such images outside."""
    import resource

    # Where a program collects them, it is run for a limit of 0 too.
    for limit in [resource.getrlimit(resource.RLIMIT_CORE)[1], 0]:
        pid = os.fork()
        if pid == 0:
            os.chdir(os.environ["HOME"])
            resource.setrlimit(resource.RLIMIT_CORE, (limit, limit))
            os.kill(os.getpid(), 11)
        if os.WCOREDUMP(os.waitpid(pid, 0)[1]):
            return True
    return False


def with_child(do):
    pid = os.fork()
    if pid == 0:
        time.sleep(5)
        os._exit(0)
    try:
        return do(pid)
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)


def descriptor_of_another(_):
    return with_child(lambda pid: call(438, os.pidfd_open(pid), 1, 0) >= 0)


def comparison_with_another(_):
    return with_child(lambda pid: call(312 if X86 else 272, os.getpid(), pid, 1, 0, 0) >= 0)


def memory_of_another(_):
    found, wanted = ctypes.create_string_buffer(6), ctypes.create_string_buffer(b"canary", 6)
    piece = lambda buffer: ctypes.create_string_buffer(struct.pack("<QQ", ctypes.addressof(buffer), 6))
    number = 310 if X86 else 270
    return with_child(lambda pid: call(number, pid, piece(found), 1, piece(wanted), 1, 0) == 6 and found.raw == b"canary")


def descriptors_of_others(pid):
    return len(os.listdir("/proc/" + pid + "/fd")) > 0


def handle_of_another(pid):
    signal_by_handle = getattr(__import__("signal"), "pidfd_send_signal")
    signal_by_handle(os.pidfd_open(int(pid)), 0)
    return True


def page_faults(_):
    # For faults of the program itself, which needs no right.
    os.close(call(323 if X86 else 282, 1))
    return True


def programs_in_the_kernel(_):
    table = ctypes.create_string_buffer(struct.pack("<IIII", 2, 4, 4, 1) + bytes(112))
    os.close(call(321 if X86 else 280, 0, table, 128))
    return True


def counters(_):
    about = ctypes.create_string_buffer(struct.pack("<IIQQQQQ", 1, 128, 0, 0, 0, 0, 1 << 5) + bytes(80))
    os.close(call(298 if X86 else 241, about, 0, -1, -1, 0))
    return True


def file_by_its_number(_):
    """A number can be guessed where a path cannot be seen."""
    handle = ctypes.create_string_buffer(struct.pack("<Ii", 128, 0) + bytes(128))
    mount = ctypes.create_string_buffer(4)
    home = os.environ["HOME"].encode()
    call(303 if X86 else 264, -100, ctypes.c_char_p(home), handle, mount, 0)
    os.close(call(304 if X86 else 265, os.open(home, os.O_RDONLY), handle, os.O_RDONLY))
    return True


def watch_of_file_systems(_):
    os.close(call(300 if X86 else 262, 0x200, os.O_RDONLY))
    return True


def clock(_):
    time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME))
    return True


def needed_calls(_):
    """No attack: what programs need of calls whose other uses are denied."""
    import fcntl
    import resource

    for kind in [socket.SOCK_STREAM, socket.SOCK_SEQPACKET]:
        one, other = socket.socketpair(socket.AF_UNIX, kind)
        one.send(b"x")
        assert other.recv(1) == b"x"
    for kind, number in [(socket.SOCK_STREAM, 0), (socket.SOCK_STREAM, 6), (socket.SOCK_DGRAM, 17)]:
        for family in [socket.AF_INET, socket.AF_INET6]:
            socket.socket(family, kind, number)
    assert answered(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262))
    # GnuPG ends where it cannot do this; it is done already.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (64, 64)
    file = os.open(os.environ["HOME"] + "/file", os.O_RDWR | os.O_CREAT)
    fcntl.fcntl(file, fcntl.F_SETFD, fcntl.fcntl(file, fcntl.F_GETFD))
    assert answered(lambda: fcntl.ioctl(file, 0x40049409, file))
    os.fchmod(file, 0o2755)
    # GNU tar of Ubuntu 26.04 and Fedora 44 stops where it is missing.
    how = ctypes.create_string_buffer(struct.pack("<QQQ", os.O_RDONLY, 0, 0))
    assert call(OPENAT2, -100, ctypes.c_char_p(os.environ["HOME"].encode()), how, 24) >= 0
    for flags in [os.O_WRONLY | os.O_CREAT | os.O_TRUNC, os.O_RDWR | os.O_APPEND]:
        assert os.write(os.open("/dev/null", flags), b"x") == 1
    assert libc.inotify_add_watch(libc.inotify_init1(0), os.environ["HOME"].encode(), 2) >= 0
    return True


def own_socket(folder):
    """No attack: two ends of a program of its own."""
    path = (folder or os.environ["HOME"]) + "/own-socket"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    one = socket.socket(socket.AF_UNIX)
    one.connect(path)
    listener.accept()[0].sendall(b"own")
    os.unlink(path)
    return one.recv(3) == b"own"


def signal(pid):
    os.kill(int(pid), 0)
    return True


def signal_group_of_parent(_):
    os.kill(os.getppid(), 0)
    return os.getppid() > 1


def environment_of_others(pid):
    return b"PATH=" in open("/proc/" + pid + "/environ", "rb").read()


def command_lines_of_others(pid):
    return len(open("/proc/" + pid + "/cmdline", "rb").read()) > 0


def environment_of_first_process(_):
    return b"=" in open("/proc/1/environ", "rb").read()


def memory_of_first_process(_):
    open("/proc/1/mem", "rb")
    return True


def tcp(address, port):
    one = socket.create_connection((address, int(port)), 3)
    one.sendall(b"hello")
    return one.recv(16) == b"outside"


def udp(address, port):
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.settimeout(2)
    one.sendto(b"hello", (address, int(port)))
    return one.recv(16) == b"outside"


def packet_socket(_):
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    return True


def vsock(_):
    socket.socket(40, socket.SOCK_STREAM)
    return True


def io_uring(_):
    os.close(call(IO_URING_SETUP, 4, ctypes.create_string_buffer(120)))
    return True


def user_namespace(_):
    if libc.unshare(NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    return True


def call_of_another_architecture(_):
    """A call by its number of 32-bit x86, where a list of the 64-bit numbers says nothing of it."""
    import mmap

    if not X86:
        return False
    # mov eax, 20 (getpid); int 0x80; ret
    code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex("b814000000cd80c3"))
    run = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    # In a child: who makes such a call is ended.
    pid = os.fork()
    if pid == 0:
        os._exit(0 if run() == os.getpid() else 1)
    return os.waitpid(pid, 0)[1] == 0


def user_namespace_by_clone3(_):
    arguments = struct.pack("<11Q", NEWUSER, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0)
    pid = call(CLONE3, ctypes.create_string_buffer(arguments), len(arguments))
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return True


def keyring(_):
    call(ADD_KEY, b"user", b"fence", b"x", 1, -3)
    return True


def keyring_of_the_person(_):
    # KEYCTL_GET_KEYRING_ID of the user's keyring, made where it is not there.
    return call(KEYCTL, 0, -4, 1) > 0


def setuid(_):
    """A program with the bit, as it lies on the system, or the call itself."""
    before = os.geteuid()
    try:
        os.setuid(65534 if before != 65534 else 0)
        return os.geteuid() != before
    except PermissionError:
        return False


def capabilities(_):
    status = open("/proc/self/status").read()
    value = [line.split()[1] for line in status.splitlines() if line.startswith("CapPrm")][0]
    return int(value, 16) != 0


def write_system(_):
    path = "/usr/.portcullis-fence-test"
    open(path, "w").close()
    os.unlink(path)
    return True


def write_settings_of_kernel(_):
    value = open("/proc/sys/kernel/printk").read()
    open("/proc/sys/kernel/printk", "w").write(value)
    return True


def mount(_):
    if libc.mount(b"none", b"/tmp", b"tmpfs", 0, b"") != 0:
        raise OSError(ctypes.get_errno(), "mount")
    libc.umount2(b"/tmp", 2)
    return True


def copy_of_mounts(_):
    os.close(call(OPEN_TREE, -100, b"/", 1))
    return True


def terminal(_):
    """Types into its own terminal, as if a person did it."""
    import fcntl
    import pty
    import termios

    leader, follower = pty.openpty()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
            fcntl.ioctl(follower, termios.TIOCSTI, b"x")
            os._exit(0)
        except OSError:
            os._exit(1)
    return os.waitpid(pid, 0)[1] == 0


def terminal_call(_):
    """Types into what is no terminal: without a fence the system says that it is none."""
    import fcntl
    import termios

    try:
        fcntl.ioctl(os.open("/dev/null", os.O_RDWR), termios.TIOCSTI, b"x")
    except OSError as error:
        return error.errno == errno.ENOTTY


def ptrace(_):
    pid = os.fork()
    if pid == 0:
        time.sleep(5)
        os._exit(0)
    try:
        call(PTRACE, 16, pid, 0, 0)
        return True
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)


def debug_device(_):
    return os.path.exists("/dev/kmsg") or os.path.exists("/dev/mem") or os.path.exists("/dev/shm/outside")


def descriptors(_):
    mine = set()
    for name in os.listdir("/proc/self/fd"):
        try:
            os.fstat(int(name))
            mine.add(int(name))
        except OSError:
            pass
    return not mine <= {0, 1, 2}


def setuid_program(_):
    """What a program with the bit may do: without a fence it is another user."""
    for program in ["/usr/bin/passwd", "/usr/bin/su", "/usr/bin/chsh"]:
        if os.path.exists(program) and os.stat(program).st_mode & 0o4000:
            flags = os.statvfs(program).f_flag
            return not flags & os.ST_NOSUID
    return False


def unshare(flags):
    if libc.unshare(flags) != 0:
        raise OSError(ctypes.get_errno(), "unshare")


def become_root(more=0):
    """Of a user namespace of its own, with every right in it."""
    user, group = os.getuid(), os.getgid()
    unshare(NEWUSER | more)
    for name, text in [("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")]:
        try:
            with open("/proc/self/" + name, "w") as file:
                file.write(text)
        except PermissionError:
            # Only who may set rights of files may map user 0. The rights in the namespace are the same without a name.
            if user != 0:
                raise


def namespace(kind):
    unshare(OTHER_NAMESPACES[kind])
    return True


def mount_in_own_namespace(_):
    unshare(OTHER_NAMESPACES["mounts"])
    return mount(_)


def enter_a_namespace(_):
    unshare(NEWNET)
    if libc.setns(os.open("/proc/self/ns/net", os.O_RDONLY), 0) != 0:
        raise OSError(ctypes.get_errno(), "setns")
    return True


def map_another_user(_):
    """Another user of the system, by a namespace of a child."""
    ready, go = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        libc.unshare(NEWUSER)
        os.write(ready[1], b"x")
        os.read(go[0], 1)
        os._exit(0 if os.getuid() == 7 else 1)
    os.read(ready[0], 1)
    try:
        with open(f"/proc/{pid}/uid_map", "w") as file:
            file.write(f"7 {os.getuid()} 1\n8 12345 1")
    finally:
        os.write(go[1], b"x")
        status = os.waitpid(pid, 0)[1]
    return status == 0


def netlink_in_own_network(_):
    """The part of the kernel that shapes and filters packets, with every right in a network of its own."""
    unshare(NEWNET)
    one = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
    one.bind((0, 0))
    # RTM_NEWLINK: the loopback comes up.
    one.send(struct.pack("<IHHII", 32, 16, 5, 1, 0) + struct.pack("<BxHiII", 0, 0, 1, 1, 1))
    return struct.unpack("<i", one.recv(64)[16:20])[0] == 0


def packet_filter_in_own_network(_):
    unshare(NEWNET)
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12)
    return True


def old_packet_filter_in_own_network(_):
    """The table is no table: without a fence the system says so, or that it has none."""
    unshare(NEWNET)
    for family, level, option in [(socket.AF_INET, 0, 64), (socket.AF_INET, 0, 96), (socket.AF_INET6, 41, 64)]:
        try:
            socket.socket(family, socket.SOCK_DGRAM).setsockopt(level, option, bytes(8))
        except OSError as error:
            if error.errno != errno.EPERM:
                return True
    return False


def raw_socket_in_own_network(_):
    unshare(NEWNET)
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)
    return True


def tcp_of_the_network_of_first_process(address, port):
    """What was opened before is still in the old network; nothing new is."""
    before = socket.socket()
    unshare(NEWNET)
    before.settimeout(3)
    before.connect((address, int(port)))
    before.sendall(b"hello")
    return before.recv(16) == b"outside"


def home_after_another_root(home):
    """Out of a root that was changed, as far up as it goes."""
    way = os.open("/", os.O_RDONLY)
    os.chroot("/proc/self/fdinfo")
    os.fchdir(way)
    for _ in range(64):
        os.chdir("..")
    os.chroot(".")
    return read_home(home)


def user_namespaces_without_end(_):
    told, tell = os.pipe()
    held, hold = os.pipe()
    count = 300
    for _ in range(count):
        if os.fork() == 0:
            os.close(hold)
            os.write(tell, b"y" if libc.unshare(NEWUSER) == 0 else b"n")
            os.read(held, 1)
            os._exit(0)
    answers = b""
    while len(answers) < count:
        answers += os.read(told, count)
    os.close(hold)
    for _ in range(count):
        os.wait()
    if b"n" in answers:
        raise OSError(errno.ENOSPC, "no more")
    return True


def main():
    name, *arguments = sys.argv[1:]
    try:
        if arguments[:1] == ["--as-root-of-own-namespace"]:
            arguments = arguments[1:]
            become_root()
        through = globals()[name](*(arguments or [""]))
        print("through" if through else "stopped: nothing came of it")
    except OSError as error:
        print("stopped:", errno.errorcode.get(error.errno, type(error).__name__))


main()
