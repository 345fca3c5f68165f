# Runs inside a session bus of its own: unlocks a keychain, then becomes the driver.
# The password must not be empty: an empty one makes no keychain, and writing fails later.
if [ -n "$RIG_KEYRING" ]; then
    printf '%s' "$RIG_KEYRING" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
fi
unset RIG_KEYRING
# Programs that stand in for the rest of the desktop have to find the bus.
printf %s "$DBUS_SESSION_BUS_ADDRESS" >"$XDG_RUNTIME_DIR/bus-address.new"
mv "$XDG_RUNTIME_DIR/bus-address.new" "$XDG_RUNTIME_DIR/bus-address"
exec WebKitWebDriver --host=127.0.0.1 --port="$1"
