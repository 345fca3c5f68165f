# The tray, notifications, dialogs of the system, and what goes wrong between the window and the host.

tray-show = Show Portcullis
tray-waiting = Waiting for you ({ $count })
tray-tooltip = Portcullis: { $count } waiting for you
tray-stop = Stop everything
tray-quit = Quit

# The menu bar of macOS, in the words and the case of the system’s own programs.
menu-about = About Portcullis
menu-settings = Settings…
menu-services = Services
menu-hide = Hide Portcullis
menu-hide-others = Hide Others
menu-show-all = Show All
menu-quit = Quit Portcullis
menu-edit = Edit
menu-undo = Undo
menu-redo = Redo
menu-cut = Cut
menu-copy = Copy
menu-paste = Paste
menu-select-all = Select All
menu-window = Window
menu-minimize = Minimize
menu-zoom = Zoom
menu-bring-to-front = Bring All to Front
menu-close = Close Window

notify-sign-in = “{ $server }” needs you to sign in.
notify-review = Review request

# The title of the approval window. The name of the product stays last.
gate-title = Decision – Portcullis

# The question of the system before a folder is shared that holds more than most. $warnings are whole sentences.
folder-confirm =
    { $warnings }

    Share “{ $folder }” with “{ $server }” anyway?
folder-confirm-yes = Share folder
folder-confirm-no = Cancel

file-bundles = MCP bundles
file-chats = Conversations
file-not-written = “{ $file }” was not saved: { $why }. An earlier file there is unchanged.
file-no-room = the disk is full
file-no-room-remedy = Free some space or choose another folder.
file-denied = permission denied
file-remedy = Choose another folder.

autostart-path = Portcullis cannot be started at sign-in from “{ $path }”: the path contains characters that are not allowed in the system’s list of programs.
autostart-path-remedy = Move the program to another folder and try again.
autostart-temporary = Portcullis cannot be started at sign-in from here: macOS runs a copy of it that exists for this run only.
autostart-temporary-remedy = Move Portcullis to “/Applications”, open it there and try again.
autostart-unread = Portcullis cannot tell whether it starts when you sign in: “{ $path }” cannot be read ({ $why }).
autostart-unwritten = The list of programs that start at sign-in was not changed: { $why }

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
no-press = This needs a click, key press or touch in the window, but Portcullis detected none.
no-press-remedy = Press the button again.
host-opening = Portcullis is opening its data.
host-closing = Portcullis is quitting.
window-no-display = Portcullis found no display to open its window on.
window-no-display-remedy = Start it in a desktop session, or use portcullis-cli in the terminal.
window-no-webview = Portcullis needs Microsoft Edge WebView2, which is not installed on this computer.
window-no-webview-remedy = Install WebView2 from { $page }, then start Portcullis again.
window-failed = Portcullis could not open its window: { $cause }
window-failed-remedy = Restart the computer and try again.
no-home = Portcullis found no home folder for its data.

# Actions of the main window, as the approval window names them where no press is seen.
act-start-call = Run a tool
act-forget-tasks = Clear finished tasks
act-restore-backup = Restore a backup
act-set-settings = Change settings
act-set-autostart = Change whether Portcullis starts when you sign in
act-keep-secrets-in-file = Store secrets in an encrypted file
act-unlock-secrets = Unlock the encrypted secrets file
act-change-passphrase = Change the passphrase of the encrypted file
act-keep-secrets-in-keychain = Move secrets to the keychain
act-set-enabled = Turn a server on or off
act-set-sampling = Change a server’s access to models
act-withhold-roots = Change whether folders are shared with a server
act-set-mark = Change the mark of a server
act-set-note = Change the note on a server
act-set-start = Change when a server starts
act-order-servers = Change the order of the servers
act-restart-server = Restart a server
act-remove-server = Remove a server
act-set-log-level = Change the log level of a server
act-update-registry = Update the copy of the registry
act-set-registry-icons = Show or hide registry icons
act-open-registry-bundle = Download a bundle that the registry lists
act-add-provider = Add a model provider
act-set-provider-key = Change the key of a model provider
act-check-provider = Ask a provider for its models
act-remove-provider = Remove a model provider
act-set-model = Change which models can be used
act-read-resource = Read a resource of a server
act-subscribe-resource = Change whether a resource is watched
act-get-prompt = Fetch a prompt from a server
act-create-profile = Create a profile
act-rename-profile = Rename a profile
act-remove-profile = Remove a profile
act-use-profile = Switch to a profile
act-delete-conversation = Delete a conversation
act-set-instructions = Change the instructions of a conversation
act-save-instruction-preset = Save instructions as a preset
act-remove-instruction-preset = Remove an instruction preset
act-import-chats = Import conversations from a file
act-set-spending-limit = Change the monthly spending limit
act-compact-conversation = Summarize the earlier messages of a conversation
act-undo-compaction = Remove a summary from a conversation
act-set-compaction = Change when a conversation is summarized automatically
act-say = Send a message to a model
act-set-conversation-server = Change the servers of a conversation
act-attach-text = Attach text to a conversation
act-attach-pasted = Attach pasted files to a conversation
act-set-conversation-held = Change whether you review results before the model reads them
act-answer-held = Send or withhold a result
act-set-conversation-model = Change the model of a conversation
act-go-on = Continue a conversation with the model, and send what is attached
act-say-instead = Send an edited message to a model
act-answer-again = Regenerate a reply
act-sign-in = Sign in to a server
act-sign-out = Sign out of a server
act-set-own-client = Change the client ID for a server
act-forget-own-client = Remove the client ID for a server
act-set-client-document = Change the client ID metadata document
