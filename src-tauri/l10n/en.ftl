# The tray, notifications, dialogs of the system, and what goes wrong between the window and the host.

tray-show = Show Portcullis
tray-waiting = Waiting for you ({ $count })
tray-tooltip = Portcullis: { $count } waiting for you
tray-stop = Stop everything
tray-quit = Quit

# The menu bar of macOS.
menu-quit = Quit Portcullis
menu-edit = Edit
menu-window = Window

notify-sign-in = “{ $server }” needs you to sign in.

# The question of the system before a folder is shared that holds more than most. $warnings are whole sentences.
folder-confirm =
    { $warnings }

    Share “{ $folder }” with “{ $server }” anyway?
folder-confirm-yes = Share folder
folder-confirm-no = Cancel

file-bundles = MCP bundles
file-not-written = “{ $file }” was not saved: { $why }. An earlier file there is unchanged.
file-no-room = the disk is full
file-no-room-remedy = Free some space or choose another folder.
file-denied = permission denied
file-remedy = Choose another folder.

export-conversation-format = Export a conversation as markdown or json.
export-log-format = Export the audit log as jsonl or csv.
arguments-not-json = The arguments cannot be sent: { $problem }.
arguments-not-json-call = The arguments cannot be sent: { $problem }. The tool was not called.

channel-invalid = This is not the name of a channel.
reply-lost = The window lost the response to a command. The command ran once and was not sent again.
reply-lost-remedy = Look at the current state, or at the result in Activity.
together-stale = These requests are no longer the ones shown, so the answer does not count.
together-stale-remedy = Read the requests that are shown now.
not-shown = This request is not the one shown, so the answer does not count.
not-shown-remedy = Open it from Waiting for you.
no-press = This needs a click, key press or touch in the window, and there was none.
no-press-remedy = Press the button again.
host-opening = Portcullis is opening its data.
host-closing = Portcullis is closing.
window-no-display = Portcullis found no display to open its window on.
window-no-display-remedy = Start it in a desktop session, or use portcullis-cli in the terminal.
window-no-webview = Portcullis needs Microsoft Edge WebView2, which is not installed on this computer.
window-no-webview-remedy = Install WebView2 from { $page }, then start Portcullis again.
window-failed = Portcullis could not open its window: { $cause }
window-failed-remedy = Restart the computer and try again.
no-home = There is no home folder for the data of Portcullis.
