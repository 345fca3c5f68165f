#!/usr/bin/env bash
# Renders every icon from icons/source. Needs rsvg-convert (librsvg2-bin), convert (imagemagick), png2icns (icnsutils).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

png() { rsvg-convert --width "$2" --height "$2" "source/$1.svg" --output "$3"; }
# The drawing that is clearest at a size.
app() {
  local size=$1 from=app
  if ((size < 32)); then from=app-16; elif ((size < 128)); then from=app-32; fi
  png "$from" "$size" "$2"
}
tray() { sed "s/currentColor/$3/" "source/$1.svg" | rsvg-convert --width 48 --height 48 --output "$2"; }

# The sizes that desktops on Linux look for; 512 is `icon.png`.
for size in 16 24 32 48 64 128 256; do app "$size" "${size}x$size.png"; done
app 512 icon.png

tray tray tray-on-light.png '#1d1f23'
tray tray tray-on-dark.png '#ffffff'
tray tray-waiting tray-waiting-on-light.png '#1d1f23'
tray tray-waiting tray-waiting-on-dark.png '#ffffff'

for size in 16 24 32 48 64 128 256 512 1024; do app "$size" "$work/$size.png"; done
convert "$work"/{16,24,32,48,64,256}.png icon.ico
png2icns icon.icns "$work"/{16,32,48,128,256,512,1024}.png >/dev/null
