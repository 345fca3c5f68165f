#!/bin/sh
# Before the files of the package go. dpkg says `remove` where no other version follows, rpm says 0.
set -e

profile=/etc/apparmor.d/portcullis-fence

case "${1:-}" in
  remove | 0)
    if [ -e "$profile" ]; then
      if [ -e /sys/kernel/security/apparmor/profiles ] && command -v apparmor_parser >/dev/null 2>&1; then
        # One that is not loaded cannot be unloaded, and need not be.
        apparmor_parser --remove "$profile" >/dev/null 2>&1 || true
      fi
      rm -f "$profile"
    fi
    ;;
esac
