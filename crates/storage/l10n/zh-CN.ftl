
## 审计日志

audit-disk-full = 磁盘已满
audit-not-exported = 无法导出审计日志：{ $reason }。审计日志本身未更改。
audit-not-exported-remedy = 请为文件选择其他位置。
audit-end-changed-why = 记录的审计日志末尾与其最后一条（第 { $row } 条）不一致，可能缺少条目。
audit-end-changed = 在 Portcullis 之外被更改
audit-end-changed-what = 审计日志的末尾在 Portcullis 之外被更改
audit-interrupted = 已中断：Portcullis 在得知结果之前退出
audit-no-row = 审计日志中没有此条目。
audit-running-task = 作为任务运行中
audit-row-interrupted = 已中断
audit-under-way = 已允许 · 运行中
audit-not-ended = 尚未完成

## 审计日志检查结果。$keychain 是保存其最后一条的位置的名称

verdict-given = 第 { $entry } 条与你提供的一致。
verdict-not-given = 第 { $entry } 条缺失，或与你提供的不一致。

## 数据库问题

store-full = Portcullis 数据所在的磁盘已满。
store-full-remedy = 请释放一些空间。可以写入后 Portcullis 会继续。
store-read-only = Portcullis 无法写入其数据库。
store-read-only-remedy = 请使你的账户可以写入数据文件夹及其中的文件。
store-corrupt = Portcullis 的数据库已损坏。
store-corrupt-remedy = 请重新启动 Portcullis。它会将损坏的文件移到别处并保留。
store-failed = 数据库出错：{ $reason }。
store-failed-remedy = 请重试。如果问题仍然存在，请检查数据文件夹所在的磁盘。
# $cause 是上面四句之一，带句号
store-unwritten = { $cause }你的更改未保存。调用等需要先记录的操作已被阻止。
store-backup-unmade = { $cause }未创建备份。
store-backup-full = Portcullis 数据所在的磁盘空间不足，无法创建备份。
store-backup-read-only = Portcullis 无法将备份写入其数据文件夹。
store-in-use = 另一个 Portcullis 正在使用“{ $folder }”中的数据。
store-in-use-remedy = 请使用正在运行的 Portcullis、先将其退出，或选择其他数据文件夹。
store-link = “{ $path }”是链接，Portcullis 不会跟随。
store-link-remedy = 请删除该链接并重新启动 Portcullis。
store-writable = 其他用户可以写入数据文件夹“{ $folder }”，并替换你批准的内容。
store-writable-remedy = 请运行“chmod go-w '{ $folder }'”并重新启动 Portcullis。
store-foreign = 数据文件夹“{ $folder }”属于其他用户，该用户可以替换你批准的内容。
store-foreign-remedy = 请将 PORTCULLIS_DATA_DIR 设为你自己的文件夹并重新启动 Portcullis。
store-newer = 数据库由较新的 Portcullis 写入（格式 { $found }，此版本支持 { $known }）。未打开或更改数据库。
store-newer-remedy = 请启动较新的版本，或选择其他数据文件夹。
store-closed = Portcullis 正在退出，数据库已关闭。
store-busy = 其他程序正在使用它
store-format = 无法更新其格式（{ $reason }）
store-row = 有条目无法读取（{ $reason }）
store-lock = 无法锁定其文件夹：{ $reason }
store-restored-remedy = 请启用需要的服务器并逐一审核。权限需要你再次批准。
store-restored-providers-remedy = 请启用需要的服务器并逐一审核。权限需要你再次批准，部分模型提供商需要重新添加。
store-other-thing = 其位置上有其他内容
store-empty = 它是空的
store-drive = 其文件夹所在的磁盘不支持预写日志
store-no-name = 无法移动损坏的文件：没有可用的名称
store-unusable-remedy = 请重新设置服务器和权限。

## 已不存在的项目

store-no-backup = 此备份不存在。未恢复任何内容。
store-backup-missing = 新备份不存在
store-backup-refused = 无法恢复此备份：{ $reason }。未恢复任何内容。
store-backup-refused-remedy = 请在终端中恢复其他备份。
    .terminal = “portcullis-cli backup list”会列出其他备份。
store-conversation-gone = 此对话已不存在。
store-folder-gone = 此文件夹已不存在。
store-folder-similar = “{ $name }”与文件夹“{ $other }”外观相似。
store-folder-taken = 名为“{ $name }”的文件夹已存在。
store-folders = 最多可以有 { $limit } 个文件夹。
store-presets = 最多可以有 { $limit } 个预设。请先移除一个。
store-folders-remedy = 请先移除一个文件夹，其中的对话会保留。
store-compactions = 一个对话最多可以总结 { $limit } 次。
store-compactions-remedy = 请移除一个不再需要的总结，或开始新对话。
store-tool-gone = 此工具已不存在，未接受其定义。
store-definition-changed = 定义在显示之后再次更改，未接受。
store-definition-remedy = 请阅读当前定义。
store-definition-review = 定义在显示之后发生了更改，未标记为已审核。
store-label-taken = 名为“{ $server }”的服务器已存在。
store-label-taken-remedy = 请选择其他名称。
store-server-gone = 此服务器已不存在。

## 审计日志检查（续）

verdict-both = { $first }{ $second }
verdict-broken = 第 { $entry } 条缺失或已被更改。之前的 { $count } 条一致，之后的内容不可依赖。
verdict-mended = 第 { $entry } 条表明审计日志的末尾在 Portcullis 之外被更改。之前的 { $count } 条一致，但其后可能缺少条目。
verdict-end = 现有的 { $count } 条一致，但审计日志的末尾已被更改：较新的条目缺失或被替换。
verdict-confirmed = 链条一致，且末尾与{ $keychain }记录的相符：已检查 { $count } 条。
verdict-confirmed-part = 链条一致：已检查 { $count } 条。{ $keychain }确认到第 { $entry } 条；{ $newer } 条较新的条目尚未确认。
verdict-unreadable = { $count } 条组成的链条一致，但无法读取{ $keychain }中关于审计日志的记录，它可能已被替换。
verdict-other = { $count } 条组成的链条一致，但这不是{ $keychain }所记录的审计日志：第 { $entry } 条缺失或不同。有条目被移除，或审计日志被替换。
verdict-nothing-kept = 链条一致：已检查 { $count } 条。{ $keychain }中尚无此审计日志的记录，因此 Portcullis 无法得知它是否被整体替换。
verdict-locked = 链条一致：已检查 { $count } 条。{ $keychain }已锁定或不存在，因此 Portcullis 无法得知审计日志是否被整体替换。

## 无法使用的数据库

store-damaged = 它已损坏
store-other-application = 它属于其他应用
store-other-tables = 它的表不是 Portcullis 的表
store-other-servers = 其中有服务器的 ID 或名称不可能由 Portcullis 保存
store-moved-damaged = 数据库已损坏，已移至“{ $file }”并完整保留。Portcullis 以空数据库启动，没有服务器和权限。
store-moved-other = 数据库属于其他应用，已移至“{ $file }”并完整保留。Portcullis 以空数据库启动，没有服务器和权限。
store-restored = 已恢复备份：所有服务器已停用，其批准和所有权限已终止。
store-restored-kept = 已恢复备份：所有服务器已停用，其批准和所有权限已终止。之前的数据保留在“{ $file }”中。
store-profiles = 最多可以有 { $limit } 个配置方案。
store-profile-current = 此配置方案正在使用。请先切换到其他方案。
store-profile-similar = “{ $name }”与配置方案“{ $other }”外观相似。
store-profile-taken = 名为“{ $name }”的配置方案已存在。
store-profile-gone = 此配置方案已不存在。
