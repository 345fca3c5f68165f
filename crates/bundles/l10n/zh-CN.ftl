# MCP 捆绑包：包含服务器并说明如何启动它的文件。

## 文件

bundle-not-read = 无法读取此捆绑包：{ $why }。
bundle-not-written = 捆绑包未解压：{ $why }。
bundle-too-large = 此捆绑包大于 { $limit } MiB。
bundle-unpacked = 此捆绑包在磁盘上将占用超过 { $limit } GiB。
bundle-entries = 此捆绑包的条目超过 { $limit } 个。
bundle-damaged = 此文件不是捆绑包，或已损坏。
bundle-damaged-remedy = 请重新下载。如果仍无效，请联系其发布者。
bundle-no-manifest = 此文件不是捆绑包：没有 manifest.json。
bundle-entry = 因“{ $entry }”而拒绝此捆绑包：{ $why }。

## 条目被拒绝的原因

name-not-text = 其名称不是有效文本
name-length = 其名称为空、过长或层级过深
name-absolute = 其名称指向捆绑包之外
name-parts = 其名称指向捆绑包之外
name-character = 其名称含有不允许的字符
name-windows = 其名称在 Windows 上有其他含义
entry-kind = 它既不是文件也不是文件夹
entry-method = 它已加密，或使用 Portcullis 不支持的压缩方式
entry-ratio = 它解压后会超过原大小的 { $limit } 倍
entry-twice = 它出现了两次

## 清单

manifest-unreadable = 无法读取此捆绑包的清单：{ $why }。
manifest-unreadable-remedy = 请让其发布者用“mcpb validate”检查。
manifest-too-large = 此捆绑包的清单大于 { $limit } MiB。
manifest-version = 此捆绑包的清单版本为 { $version }。Portcullis 支持 0.1 到 0.4。
manifest-no-command = 此捆绑包的清单没有命令。
manifest-too-many = 此捆绑包的清单包含过多设置、参数或变量。

## 值

setting-missing = 缺少“{ $setting }”。
setting-one = “{ $setting }”只接受一个值。
setting-wrong = “{ $setting }”不接受此值。
setting-unknown = 此捆绑包没有设置“{ $name }”。
secret-in-arguments = 此捆绑包会把机密放入命令行，本机上的所有程序都能读取。
# $name is an environment variable. Its stored secret cannot be read.
secret-again = 此版本以不同方式设置“{ $name }”。请重新输入其机密。
list-in-text = 此捆绑包把“{ $name }”放在只能容纳一个值的位置。请只输入一个值。
