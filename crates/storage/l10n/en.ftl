
## The audit log

audit-disk-full = the disk is full
audit-not-exported = The audit log could not be exported: { $reason }. The audit log itself is unchanged.
audit-not-exported-remedy = Choose another location for the file.
audit-end-changed-why = The recorded end of the audit log does not match its last entry, entry { $row }. Entries may be missing.
audit-end-changed = changed outside of Portcullis
audit-end-changed-what = The end of the audit log was changed outside of Portcullis
audit-interrupted = interrupted: Portcullis quit before the outcome was known
audit-no-row = This entry does not exist in the audit log.
audit-running-task = running as a task
audit-row-interrupted = interrupted
audit-under-way = allowed · running
audit-not-ended = not finished yet

## What a check of the audit log found. $keychain is the name of the place where its last entry is kept

verdict-given = Entry { $entry } matches the one that you gave.
verdict-not-given = Entry { $entry } is missing, or does not match the one that you gave.

## Problems of the database

store-full = The disk with Portcullis’s data is full.
store-full-remedy = Free some space. Portcullis continues when it can write again.
store-read-only = Portcullis cannot write to its database.
store-read-only-remedy = Make the data folder and its files writable for your account.
store-corrupt = Portcullis’s database is damaged.
store-corrupt-remedy = Restart Portcullis. It moves the damaged file aside and keeps it.
store-failed = The database failed: { $reason }.
store-failed-remedy = Try again. If the problem persists, check the disk with the data folder.
# $cause is one of the four sentences above, with its full stop
store-unwritten = { $cause } Your change was not saved. Calls and other actions that must be logged first are blocked.
store-backup-unmade = { $cause } No backup was made.
store-backup-full = The disk with Portcullis’s data is too full for a backup.
store-backup-read-only = Portcullis cannot write a backup into its data folder.
store-in-use = Another Portcullis is already using the data in “{ $folder }”.
store-in-use-remedy = Use the one that is running, quit it first, or choose another data folder.
store-link = “{ $path }” is a link, which Portcullis does not follow.
store-link-remedy = Remove the link and start Portcullis again.
store-writable = Other users can write to the data folder “{ $folder }” and replace what you approved.
store-writable-remedy = Run “chmod go-w '{ $folder }'” and start Portcullis again.
store-foreign = The data folder “{ $folder }” belongs to another user, who can replace what you approved.
store-foreign-remedy = Set PORTCULLIS_DATA_DIR to a folder of your own and start Portcullis again.
store-newer = A newer Portcullis wrote the database (format { $found }; this one supports { $known }). It was not opened or changed.
store-newer-remedy = Start the newer version, or choose another data folder.
store-closed = Portcullis is quitting and its database is closed.
store-busy = another program is using it
store-format = its format could not be updated ({ $reason })
store-row = an entry cannot be read ({ $reason })
store-lock = its folder cannot be locked: { $reason }
store-restored-remedy = Turn on the servers that you want and review each. Permissions need your approval again.
store-restored-providers-remedy = Turn on the servers that you want and review each. Permissions need your approval again, and some model providers have to be added again.
store-other-thing = something else is in its place
store-empty = it is empty
store-drive = its folder is on a drive that does not support a write-ahead log
store-no-name = the damaged file could not be moved: no free name
store-unusable-remedy = Set up your servers and permissions again.

## Items that no longer exist

store-no-backup = This backup does not exist. Nothing was restored.
store-backup-missing = the new backup is missing
store-backup-refused = This backup cannot be restored: { $reason }. Nothing was restored.
store-backup-refused-remedy = Restore another backup in a terminal.
    .terminal = “portcullis-cli backup list” lists the other backups.
store-conversation-gone = This conversation no longer exists.
store-folder-gone = This folder no longer exists.
store-folder-similar = “{ $name }” looks like the folder “{ $other }”.
store-folder-taken = A folder named “{ $name }” already exists.
store-folders = There can be at most { $limit } folders.
store-presets = There can be at most { $limit } presets. Remove one first.
store-folders-remedy = Remove a folder first. Its conversations stay.
store-compactions = A conversation can be summarized at most { $limit } times.
store-compactions-remedy = Remove a summary that you no longer need, or start a new conversation.
store-tool-gone = This tool no longer exists. Its definition was not accepted.
store-definition-changed = The definition changed again after it was shown. It was not accepted.
store-definition-remedy = Read the current definition.
store-definition-review = The definition changed after it was shown. It was not marked as reviewed.
store-label-taken = A server named “{ $server }” already exists.
store-label-taken-remedy = Choose another name.
store-server-gone = This server no longer exists.

## A check of the audit log: more

verdict-both = { $first } { $second }
verdict-broken = Entry { $entry } is missing or was changed. The { $count ->
    [one] entry
   *[other] { $count } entries
} before it { $count ->
    [one] is
   *[other] are
} consistent; nothing after it can be relied on.
verdict-mended = Entry { $entry } says that the end of the audit log was changed outside of Portcullis. The { $count ->
    [one] entry
   *[other] { $count } entries
} before it { $count ->
    [one] is
   *[other] are
} consistent, but entries may be missing after them.
verdict-end = The { $count ->
    [one] entry
   *[other] { $count } entries
} that exist { $count ->
    [one] is
   *[other] are
} consistent, but the end of the audit log was changed: newer entries are missing or were replaced.
verdict-confirmed = The chain is consistent, and ends where { $keychain } says: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} checked.
verdict-confirmed-part = The chain is consistent: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} checked. They are confirmed by { $keychain } up to entry { $entry }; { $newer ->
    [one] { $newer } newer entry is
   *[other] { $newer } newer entries are
} not confirmed yet.
verdict-unreadable = The chain of { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} is consistent, but the copy of its last entry in { $keychain } cannot be read. It may have been replaced.
verdict-other = The chain of { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} is consistent, but this is not the audit log that { $keychain } knows: entry { $entry } is missing or differs. Entries were removed, or the audit log was replaced.
verdict-nothing-kept = The chain is consistent: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} checked. Nothing about this audit log is in { $keychain } yet, so Portcullis cannot tell whether all of it was replaced.
verdict-locked = The chain is consistent: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
} checked. Portcullis could not open { $keychain }, which is locked or missing, so it cannot tell whether all of it was replaced.

## A database that cannot be used

store-damaged = it is damaged
store-other-application = it belongs to another application
store-other-tables = its tables are not those of Portcullis
store-other-servers = it has a server whose ID or label Portcullis would not have saved
store-moved-damaged = The database is damaged. It was moved to “{ $file }” and kept in full. Portcullis starts with an empty one: without servers and permissions.
store-moved-other = The database belongs to another application. It was moved to “{ $file }” and kept in full. Portcullis starts with an empty one: without servers and permissions.
store-restored = A backup was restored: all servers are off, and their approvals and all permissions have ended.
store-restored-kept = A backup was restored: all servers are off, and their approvals and all permissions have ended. The previous data is kept in “{ $file }”.
store-profiles = There can be at most { $limit } profiles.
store-profile-current = This profile is in use. Switch to another one first.
store-profile-similar = “{ $name }” looks like the profile “{ $other }”.
store-profile-taken = A profile named “{ $name }” already exists.
store-profile-gone = This profile no longer exists.
