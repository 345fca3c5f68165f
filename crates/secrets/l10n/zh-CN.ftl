# 系统钥匙串或文件中的机密。

## 钥匙串

keychain-works = 本机有可用的钥匙串，你的机密保存在其中。未创建文件。
keychain-unreliable-file = 钥匙串未返回保存在其中的内容。你的机密仍在文件中。
keychain-unreliable = 钥匙串未返回保存在其中的内容。机密未保存。
keychain-unreliable-remedy = 请选择其他钥匙串服务，然后重试。
parts-missing = 钥匙串条目 { $name } 不完整，未使用。
not-text = 钥匙串条目 { $name } 不是文本，未使用。
not-text-remedy = 请重新输入该机密。
keychain-denied = Portcullis 无法使用钥匙串：{ $cause }。
keychain-denied-remedy = 请解锁钥匙串，或在钥匙串的设置中创建一个，然后重试。
keychain-rejects = 钥匙串不接受此机密：{ $cause }。机密未保存。
keychain-rejects-remedy = 请使用更短的名称或机密。
keychain-missing = 没有可用的钥匙串：{ $cause }。
keychain-missing-remedy = 请启动钥匙串服务，例如 GNOME Keyring、KWallet 或 KeePassXC，然后重试。
    .terminal = 请启动钥匙串服务，例如 GNOME Keyring，或将机密存放在加密文件中：“portcullis-cli secrets file”。
cause-locked = 它已锁定
cause-no-keyring = 它没有默认的密钥环
cause-not-unlocked = 它未解锁
cause-stopped = 它在解锁过程中停止了
cause-not-running = 没有正在运行的 Secret Service
cause-unreadable = 它返回了无法读取的数据
cause-not-started = 它未启动
secret-too-long = 机密 { $name } 有 { $length } 字节，钥匙串最多接受 { $most } 字节。机密未保存。
secret-too-long-remedy = 请使用更短的机密。
keychain-silent = 钥匙串在 { $seconds } 秒内没有响应，可能已锁定。
keychain-silent-remedy = 请解锁钥匙串，然后重试。

## 没有钥匙串时保存机密的文件

file-exists = 已存在保存机密的文件。
wrong-passphrase = 这不是机密文件的密码短语，或文件已损坏。文件仍处于锁定状态。
wrong-passphrase-remedy = 请重新输入密码短语。
file-too-large = 机密文件大于 Portcullis 创建的任何文件，未读取。
file-damaged = 机密文件已损坏，未读取。
file-newer = 机密文件来自较新版本的 Portcullis，未读取。
file-restore-remedy = 请从数据文件夹的副本中恢复该文件，或删除它并重新输入机密。
file-read-failed = 未能读取机密文件：{ $cause }。
file-write-failed = 未能写入机密文件：{ $cause }。
file-full = 机密文件将超过 { $most } MiB，未保存任何内容。
file-full-remedy = 请退出登录或移除不再使用的服务器，然后重试。
file-delete-failed = 未能删除机密文件：{ $cause }。
file-failed-remedy = 请检查磁盘以及“{ $path }”的权限。
file-locked = 机密文件已锁定：你尚未输入其密码短语。
file-locked-remedy = 请在“设置”的“机密”中解锁。终端会在每次启动时询问密码短语。
    .terminal = 终端会在每次启动时询问密码短语。
passphrase-short = 密码短语至少需要 { $least } 个字符。
passphrase-short-remedy = 请使用几个只有你明白其关联的词语。
