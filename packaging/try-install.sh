#!/usr/bin/env bash
# Installs, runs, upgrades and removes the packages where nothing else is: `try-install.sh DEB RPM FOLDER`, as root.
# The .deb goes into a Debian made by debootstrap; the .rpm, for which there is no system here, into an empty folder.
# SUITE names the version of Debian, MIRROR where it is fetched from; by default, those of this system.
set -euo pipefail

deb=$(realpath "$1") rpm=$(realpath "$2") folder=$(realpath "$3")

# Mounts and processes of the trial end with it.
if [[ -z ${TRIAL_INSIDE:-} ]]; then
  exec env TRIAL_INSIDE=1 unshare --mount --pid --fork --kill-child "$BASH" "$0" "$deb" "$rpm" "$folder"
fi

suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
mirror=${MIRROR:-$(apt-get indextargets --format '$(SITE)' "Codename: $suite" | head -n 1)}
root=$folder/root
work=$folder/work
step() { printf '\n== %s\n' "$*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }
inside() { env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
# As a person who has no rights.
person() { inside runuser -u person -- env HOME=/home/person "$@"; }
# What is installed, without what other packages' triggers make of it.
files() { inside find /usr /etc /opt -not -path '*/__pycache__*' -not -name '*.cache' -not -path '/usr/share/mime/*' -not -path '/etc/alternatives/*' | sort; }

step "A bare Debian ($suite)"
rm -rf "$work" && mkdir -p "$work"
if [[ ! -e $folder/base.tar ]]; then
  rm -rf "$root"
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" "$mirror" >"$work/debootstrap.log" \
    || { tail -n 20 "$work/debootstrap.log"; fail "debootstrap"; }
  tar -C "$root" -cf "$folder/base.tar" .
fi
rm -rf "$root" && mkdir -p "$root" && tar -C "$root" -xf "$folder/base.tar"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/hosts "$root/etc/hosts"
inside useradd --create-home person

step "The same package as an older version"
dpkg-deb --raw-extract "$deb" "$work/older"
sed -i 's/^Version: .*/Version: 0.0.0/' "$work/older/DEBIAN/control"
dpkg-deb --root-owner-group -Znone --build "$work/older" "$root/older.deb" >/dev/null
cp "$deb" "$root/newer.deb"

step "Install"
inside apt-get -q update >/dev/null
# A screen to open the window on, a reader of the manual, and what desktops make of new files.
inside apt-get -qq -y --no-install-recommends install xvfb xauth x11-utils dbus-daemon dbus-x11 man-db bash-completion \
  desktop-file-utils shared-mime-info >"$work/apt.log"
# Stands for an AppArmor that knows the rules of the profile; nothing is loaded into the kernel from in here.
mkdir -p "$root/etc/apparmor.d"
printf '#!/bin/sh\nexit 0\n' >"$root/usr/sbin/apparmor_parser"
chmod 755 "$root/usr/sbin/apparmor_parser"
files >"$work/before"
inside apt-get -qq -y --no-install-recommends install ./older.deb >>"$work/apt.log" || { tail "$work/apt.log"; fail "install"; }
[[ $(inside dpkg-query --show --showformat '${Version}' portcullis) == 0.0.0 ]] || fail "the older version is not installed"

step "Run"
runs() {
  person portcullis-cli --version
  person portcullis-cli --data-dir /home/person/data server list
  person man --where portcullis portcullis-cli portcullis-cli-call >/dev/null || fail "no manual"
  person man portcullis-cli | grep -q SYNOPSIS || fail "an empty manual"
  person bash -c '. /usr/share/bash-completion/completions/portcullis-cli && complete -p portcullis-cli' >/dev/null || fail "no completions"
  grep -q 'x-scheme-handler/portcullis=Portcullis.desktop' "$root/usr/share/applications/mimeinfo.cache" || fail "links open nothing"
  grep -q 'application/x-mcpb:\*\.mcpb' "$root/usr/share/mime/globs2" || fail "bundles have no type"
  # With a switch of the engine that opens a port for its inspector, which a release build does not hear. A debug build opens it.
  person xvfb-run --auto-servernum dbus-run-session -- bash -c '
    opened() { (exec 3<>/dev/tcp/127.0.0.1/27413) 2>/dev/null; }
    if opened; then echo "port 27413 is taken"; exit 1; fi
    WEBKIT_INSPECTOR_HTTP_SERVER=127.0.0.1:27413 portcullis >/home/person/window.log 2>&1 & window=$!
    for ((tries = 0; tries < 120; tries++)); do
      kill -0 "$window" 2>/dev/null || break
      if xwininfo -name Portcullis 2>/dev/null | grep -q IsViewable; then
        # What fails after the first moment fails within these.
        sleep 5
        kill -0 "$window" || break
        if opened; then echo "a switch of the engine is heard"; exit 1; fi
        xwininfo -name Portcullis | grep -E "Width|Height"
        kill "$window"
        exit 0
      fi
      sleep 0.5
    done
    cat /home/person/window.log
    exit 1' || fail "the window does not open"
}
runs
profile=$root/etc/apparmor.d/portcullis-fence
[[ -f $profile ]] || fail "no AppArmor profile"
inside ls -A /home/person | sort >"$work/home-before"

step "Upgrade"
inside apt-get -qq -y --no-install-recommends install ./newer.deb >>"$work/apt.log" || { tail "$work/apt.log"; fail "upgrade"; }
[[ $(inside dpkg-query --show --showformat '${Version}' portcullis) != 0.0.0 ]] || fail "not upgraded"
[[ -f $profile ]] || fail "the upgrade took the AppArmor profile away"
runs

step "Upgrade where AppArmor is older"
printf '#!/bin/sh\nexit 1\n' >"$root/usr/sbin/apparmor_parser"
inside dpkg-reconfigure portcullis
[[ ! -e $profile ]] || fail "an AppArmor profile that this AppArmor cannot read"
printf '#!/bin/sh\nexit 0\n' >"$root/usr/sbin/apparmor_parser"
inside dpkg-reconfigure portcullis
[[ -f $profile ]] || fail "no AppArmor profile after all"

step "Remove"
inside apt-get -qq -y purge portcullis >>"$work/apt.log"
inside apt-get -qq -y autoremove --purge >>"$work/apt.log"
files >"$work/after"
comm -13 "$work/before" "$work/after" >"$work/left"
if grep -i portcullis "$work/left"; then fail "files are left"; fi
inside ls -A /home/person | sort | diff "$work/home-before" - || fail "files of the person changed"
echo "Nothing of it is left but the person's own files; packages that it needed left $(wc -l <"$work/left") of theirs."

if command -v rpm >/dev/null; then
  step "The .rpm in an empty folder"
  mkdir -p "$work/rpm/var/lib/rpm"
  in_folder() { rpm "$@" --root "$work/rpm" --dbpath /var/lib/rpm; }
  # The libraries are not there; and Debian's rpm warns each time that it is not Debian's way.
  change() { in_folder "$@" --nodeps --noscripts --force-debian; }
  in_folder --initdb
  change --install --nosignature "$rpm"
  in_folder --verify --nodeps portcullis || fail "the files of the .rpm are not as it says"
  "$work/rpm/usr/bin/portcullis-cli" --version
  change --upgrade --force --nosignature "$rpm"
  change --erase portcullis
  left=$(find "$work/rpm" -type f -not -path '*/var/lib/rpm/*' | head)
  [[ -z $left ]] || fail "the .rpm leaves $left"
fi
umount -R "$root/dev" "$root/proc" "$root/tmp"
rm -rf "$root" "$work"
step "Installed, ran, upgraded and was removed."
