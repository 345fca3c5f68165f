# Secrets in the keychain of the system, or in a file.

## The keychain

keychain-works = This computer has a working keychain, which keeps your secrets. No file was created.
keychain-unreliable-file = The keychain does not return what was saved in it. Your secrets stay in the file.
keychain-unreliable = The keychain does not return what was saved in it. The secret was not saved.
keychain-unreliable-remedy = Choose another keychain service and try again.
parts-missing = The keychain entry { $name } is incomplete. It was not used.
not-text = The keychain entry { $name } is not text. It was not used.
not-text-remedy = Enter the secret again.
keychain-denied = Portcullis cannot use the keychain: { $cause }.
keychain-denied-remedy = Unlock the keychain, or create one in the settings of the keychain, then try again.
keychain-rejects = The keychain does not accept this secret: { $cause }. It was not saved.
keychain-rejects-remedy = Use a shorter name or secret.
keychain-missing = There is no usable keychain: { $cause }.
keychain-missing-remedy = Start a keychain service, such as GNOME Keyring, KWallet or KeePassXC, and try again.
    .terminal = Start a keychain service, such as GNOME Keyring, or keep secrets in an encrypted file: “portcullis-cli secrets file”.
cause-locked = it is locked
cause-no-keyring = it has no default keyring
cause-not-unlocked = it was not unlocked
cause-stopped = it stopped while it was being unlocked
cause-not-running = no Secret Service is running
cause-unreadable = it returned unreadable data
cause-not-started = it did not start
secret-too-long = The secret { $name } has { $length } bytes; the keychain accepts at most { $most }. It was not saved.
secret-too-long-remedy = Use a shorter secret.
keychain-silent = The keychain did not respond within { $seconds } seconds; it may be locked.
keychain-silent-remedy = Unlock the keychain and try again.

## The file with secrets, where there is no keychain

file-exists = There is already a file with secrets.
wrong-passphrase = This is not the passphrase of the file with your secrets, or the file is damaged. It stays locked.
wrong-passphrase-remedy = Enter the passphrase again.
file-too-large = The file with your secrets is larger than any that Portcullis creates. It was not read.
file-damaged = The file with your secrets is damaged. It was not read.
file-newer = The file with your secrets is from a newer version of Portcullis. It was not read.
file-restore-remedy = Restore the file from a copy of the data folder, or delete it and enter the secrets again.
file-read-failed = The file with your secrets was not read: { $cause }.
file-write-failed = The file with your secrets was not written: { $cause }.
file-full = The file with your secrets would be larger than { $most } MiB. Nothing was saved.
file-full-remedy = Sign out of servers that you no longer use, or remove them, then try again.
file-delete-failed = The file with your secrets was not deleted: { $cause }.
file-failed-remedy = Check the disk and the permissions of “{ $path }”.
file-locked = The file with your secrets is locked: you have not entered its passphrase yet.
file-locked-remedy = Unlock it in Settings, under “Secrets”. The terminal asks for the passphrase at each start.
    .terminal = The terminal asks for the passphrase at each start.
passphrase-short = A passphrase needs at least { $least } characters.
passphrase-short-remedy = Use a few words that only make sense to you.
