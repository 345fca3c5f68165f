#!/bin/sh
# After the files of the package are there, as dpkg and rpm run it: the AppArmor profile, where AppArmor knows its rules. An older
# AppArmor refuses `userns` and restricts no user namespaces; most systems of Fedora have none.
set -e

source=/usr/share/portcullis/apparmor/portcullis-fence
profile=/etc/apparmor.d/portcullis-fence

if [ -d /etc/apparmor.d ] && command -v apparmor_parser >/dev/null 2>&1; then
  if apparmor_parser --skip-kernel-load --skip-cache "$source" >/dev/null 2>&1; then
    cp "$source" "$profile"
    chmod 644 "$profile"
    # Elsewhere, such as in a container or a chroot, it counts from the next start of the system on.
    if [ -e /sys/kernel/security/apparmor/profiles ]; then
      apparmor_parser --replace "$profile" ||
        echo "portcullis: the AppArmor profile $profile was not loaded; it is from the next start of the system on." >&2
    fi
  else
    rm -f "$profile"
  fi
fi
