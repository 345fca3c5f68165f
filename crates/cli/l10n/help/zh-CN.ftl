# 终端程序的帮助。英文与命令行定义（`src/commands`）一致，由测试比较。每条消息是一个段落或一行；示例中的命令不翻译。

## portcullis-cli

portcullis-in-the-terminal = 终端中的 Portcullis：运行 MCP 服务器，并批准其操作
print-help-see-a = 显示帮助（“-h”显示简要帮助）
print-version = 显示版本
print-help = 显示帮助
print-help-see-more = 显示帮助（“--help”显示更多）
print-this-message-or = 显示此帮助，或指定子命令的帮助
use-another-data-folder = 使用另一个数据文件夹，与 PORTCULLIS_DATA_DIR 作用相同
print-one-json-document = 在标准输出上打印一个 JSON 文档，其他内容写入标准错误
logs-follow-prints-one = “logs --follow”每行打印一个文档；导出内容保持自己的格式；帮助、补全脚本和手册页仍为文本。
requests-are-shown-and = 请求在终端显示和回答。没有终端时，一律拒绝需要批准的操作。
portcullis-log-sets-what = PORTCULLIS_LOG 设置写入标准错误的日志级别，例如“debug”。
exit-codes = 退出代码：
code-0-done = 0  完成
code-1-the-call-failed = 1  调用失败、工具报告错误，或其结构化结果不符合 schema；也包括 Portcullis 的错误：钥匙串已锁定、文件夹正在使用、模型提供商出错、审计日志被更改、按下 Ctrl-C
code-2-the-command-line = 2  命令行有误，或其中指定的对象不存在
code-3-refused-denied-no = 3  被拒绝：你已拒绝、不是交互式终端，或未接受已更改的程序或工具
code-4-the-server-did = 4  服务器未启动、无法连接、已停用、未列出工具，或登录失败

## server

add-list-and-change = 添加、列出和更改服务器
add-a-server = 添加服务器
shows-exactly-what-would = 准确显示将要运行的内容，并在保存或启动之前询问。
name-of-the-server = 服务器的名称
the-command-and-its = 命令及其参数；程序的相对路径从当前文件夹算起，参数原样传递
the-url-of-a = 远程服务器的 URL
the-built-in-demo = 内置的演示服务器
an-environment-variable-can = 环境变量；可重复使用
the-working-folder-default = 工作文件夹；默认为你的主文件夹
an-http-header-can = HTTP 标头；可重复使用
a-variable-or-header = 存为机密的变量或标头；会询问其值且不显示，加上 =- 则从标准输入读取
the-transport-of-a = URL 的传输方式
start-timeout-in-seconds = 启动超时（秒）；默认为 30，如果 npx、uvx、docker 或类似的启动器可能需要先下载，则为 300
fetch-the-package-or = 获取一次 npx、uvx、docker 或类似启动器的软件包或镜像，并从中运行服务器。可行时默认如此，--no-start 除外
run-the-launcher-at = 每次启动都运行启动器，它可能会下载其他版本
whether-the-program-runs = 程序是否在隔离（沙盒）中运行，参见“server fence”；默认在本机支持时启用
approve-that-it-runs = 批准在没有隔离的情况下运行，其余内容由 --yes 批准
add-the-server-without = 添加服务器但不启动
approve-what-is-shown = 批准显示的内容；Portcullis 拒绝的服务器不会添加
add-what-a-text = 从粘贴的文本或文件添加服务器
reads-a-command-a = 读取命令、URL、安装链接，或 JSON、YAML、TOML 格式的配置。只有一个服务器时，与“server add”相同。有多个时，批准一次后以停用状态保存；每个服务器在首次启动前都会显示。
the-file-to-read = 要读取的文件；不指定或为“-”时读取标准输入
give-the-server-another = 为服务器指定另一个名称
approve-what-is-shown-alone = 批准显示的内容
import-the-servers-of = 导入本机上其他应用或某个项目的服务器
shows-them-and-asks = 显示这些服务器，并在保存之前询问。导入的服务器处于停用状态，不带其他应用的权限。每个服务器在首次启动前都会显示，供你批准。
import-from-this-application = 仅从此应用导入，名称见列表
import-from-the-files = 从此文件夹中项目的文件（.mcp.json、.cursor/mcp.json、.vscode/mcp.json、opencode.json 等）导入，而不是从你的应用导入
list-the-servers-and = 列出服务器，不导入
print-servers-as-another = 按其他应用的格式打印服务器，或写入其文件
values-of-secrets-are = 绝不包含机密的值。使用“--into”时，会显示更改并询问，保留备份后再写入；应用文件中的其他内容保持不变。不使用“--replace”时，文件中的同名服务器保持不变。
the-servers-all-without = 服务器；默认为全部
export-the-servers-that = 导出此配置方案中启用的服务器
the-format-in-which = 输出格式
write-them-into-the = 经你批准后写入此应用的文件
write-into-this-file = 写入此文件，而不是应用自己的文件
replace-servers-that-are = 替换文件中的同名服务器
print-a-manifest-that = 打印在 Kubernetes 中运行此服务器的清单；该服务器必须以“docker run”或“podman run”运行
write-the-manifest-into = 将清单写入这个新文件
change-the-start-timeout = 更改服务器的启动时机、启动超时、标识或备注
a-start-timeout-shows = 更改启动超时时，会显示更改后将要运行的内容，并在保存之前询问。已启用的服务器会启动。
the-server = 服务器
start-timeout-in-seconds-or = 启动超时（秒），或“usual”
when-the-window-starts = 窗口何时启动它：随 Portcullis 启动（“launch”），或在需要时（“needed”）
the-mark-one-or = 标识：一到两个字母或数字
the-color-of-the = 标识的颜色
a-note-about-the = 给自己看的服务器备注；留空则移除
approve-what-is-shown-does = 批准显示的内容；Portcullis 拒绝的更改不会保存
show-or-change-the = 显示或更改服务器程序的隔离（沙盒）
a-fenced-program-reads = 隔离中的程序可以读取自身文件和系统，并更改自己的主文件夹。其余一切（包括网络连接）都须在此允许。Portcullis 仍会就其工具调用询问你。
show-the-fence-and = 显示隔离，以及本机是否支持
fence-the-program-in = 在隔离中运行程序：它可读取自身文件和系统，不能连接网络
run-the-program-without = 在没有隔离的情况下运行程序
let-it-use-a = 允许它使用文件、文件夹、主机或自建的沙盒
the-host-is-in = 主机位于你的本地网络：其名称可以指向私有地址，但绝不能指向本机
what-it-may-do = 访问的类型
a-path-or-name = 路径，或写成 HOST 或 HOST:PORT 的主机；“any”表示所有主机；“nested”（浏览器自建的沙盒）不带值
take-back-what-it = 不再允许它使用某个文件、文件夹、主机或自建的沙盒
fetch-the-package-of-an = 获取一次 npx 或 uvx 服务器的软件包，并从中运行服务器
install-scripts-do-not = 不运行安装脚本。以后启动时运行已获取的文件，不使用软件包管理器。再次运行此命令即可更新：新版本在服务器使用之前会显示，供你批准。
list-well-known-servers = 列出适合入门的知名服务器，或显示其中一个及其添加命令
the-list-comes-with = 该列表随 Portcullis 提供，不会连接任何地方。“server add”会显示将要运行的内容并询问。
show-this-one-and = 显示此服务器及其添加命令
list-servers = 列出服务器
add-another-server-with = 以另一个名称添加设置相同的服务器
secrets-sign-in-and = 不复制机密、登录和权限；会逐个询问机密。随后照常审核。
the-name-of-the = 新服务器的名称
do-not-turn-it = 不启用
put-these-servers-first = 将这些服务器按此顺序排在最前
the-servers = 这些服务器
show-the-configuration-of = 显示服务器的配置
turn-a-server-on = 启用服务器，启动一次并显示其状态
turn-a-server-off = 停用服务器
turn-model-access-sampling = 启用或停用服务器的模型访问（sampling）
each-request-and-each = 每个请求和每条回复都需要你批准。
model-access = 模型访问
remove-a-server-its = 移除服务器及其机密和权限；审计日志会保留
remove-it-without-asking = 移除时不询问

## bundle

look-into-a-bundle = 查看捆绑包文件（.mcpb、.dxt）并添加其中的服务器
show-what-a-bundle = 显示捆绑包文件声明的内容和所需的值
nothing-is-unpacked-or = 不会解压或启动任何内容。
the-file = 文件
add-the-server-of = 添加捆绑包文件中的服务器
shows-exactly-what-would-run = 准确显示将要运行的内容，并在保存或启动之前询问。如果你拒绝，会删除解压的内容。
name-of-the-server-default = 服务器的名称；默认为捆绑包的名称
update-this-server-which = 更新由早期版本安装的这个服务器；未给出新值时，保留原有的值和机密
a-value-that-the = 捆绑包所需的值；可重复使用。机密只能写“-”，从标准输入读取一行；不写则会询问

## registry

find-servers-in-a = 在注册表中查找服务器并添加
without-a-command-which = 不带子命令：显示启用的注册表及其副本的更新时间。在你启用注册表之前，不会向注册表发送任何内容。
turn-on-a-registry = 启用注册表并复制其服务器列表
shows-the-address-and = 会先显示 URL 并询问。在你批准之前不会向其发送任何内容。
its-address-default-the = 注册表的 URL；默认为公共注册表
a-header-that-signs = 用于登录注册表的标头，例如 Authorization；会询问其值且不显示（加上 =- 则从标准输入读取），并存为机密
turn-the-registry-off = 停用注册表并删除副本
servers-that-you-added = 从中添加的服务器会保留。
update-the-copy = 更新副本
search-the-copy = 搜索副本
the-words-stay-on = 搜索词不会离开本机。
words-or-beginnings-of = 名称、标题或说明中的词，或词的开头
show-a-server-of = 显示注册表中的服务器及添加方式
its-name-in-the = 服务器在注册表中的名称
add-a-server-of = 添加注册表中的服务器
shows-exactly-what-would-run-and = 准确显示将要运行的内容，并在保存或启动之前询问。捆绑包会先下载；如果其 SHA-256 与注册表中的不同，或者你拒绝，则会删除。
another-version-than = 最新版本以外的版本
the-number-of-the = 安装方式的编号，见“registry show”的输出；默认为第一个可用的方式
name-of-the-server-default-its = 服务器的名称；默认为其标题
a-value-that-it = 服务器所需的值；可重复使用。机密只能写“-”，从标准输入读取一行
a-secret-that-it = 服务器所需的机密；会询问其值且不显示，加上 =- 则从标准输入读取。必填的机密无需此选项也会询问

## status

start-a-server-and = 启动服务器并显示其状态
starts-the-server-if = 如果服务器已启用，则启动它，显示其状态及原因，然后停止。退出代码 4 表示服务器已停用、未就绪或未列出工具；3 表示将要启动的内容与你批准的不同。

## doctor

say-why-a-server = 说明服务器为何无法启动或连接
starts-the-server-if-it = 如果服务器已启用，则启动它，并打印一个原因、一个解决办法和检查过的内容。不指定 LABEL 时：本机的运行环境，以及每个已启用但未就绪的服务器的原因。不会安装任何内容；没有 --fix 时不会更改任何内容。退出代码 4 表示有服务器已停用、未就绪或未列出工具；3 表示将要启动的内容与你批准的不同。
the-server-default-the = 服务器；默认为本机的运行环境和所有已启用的服务器
show-the-change-that = 显示解决办法所需的更改，并在终端询问

## logs

print-the-log-of = 打印服务器的日志
starts-the-server-and = 启动服务器，并打印其标准错误、日志消息、非 MCP 内容的行以及 Portcullis 的说明，每条都带时间和来源。没有 --follow 时，服务器就绪或失败后结束；未就绪则退出代码为 4。
continue-until-ctrl-c = 持续打印直到按 Ctrl-C，服务器重新启动后也继续

## tools

list-the-tools-of = 列出服务器的工具，或显示其中一个及其参数
starts-the-server-lists = 启动服务器，列出其工具，然后停止。
show-this-tool-with = 显示此工具及其参数
only-entries-with-these = 只显示含有这些词的条目

## call

call-a-tool = 调用工具
a-call-of-your = 如果你了解该工具且其未更改，你自己的调用无需批准。工具已更改或服务器的程序已更改时，会显示更改，并需要你在终端批准；--yes 不会批准它们。调用期间服务器的提问（表单、要打开的 URL、文件夹）在终端显示和回答。按 Ctrl-C 会在服务器端取消调用。如果调用变为任务，命令会等待任务；此时按 Ctrl-C，任务会继续运行，并打印以后如何找到它。如果调用失败，还会打印服务器在调用期间的输出。
the-tool = 工具
the-arguments-one-json = 参数，一个 JSON 对象；@FILE 从文件读取，- 从标准输入读取
seconds-without-a-response = 没有响应或进度多少秒后结束调用
approve-a-tool-that = 批准你没有见过的工具

## task

show-wait-for-and = 查看、等待和取消作为任务运行的工具调用
show-the-last-known = 显示每个任务最后已知的状态；不启动服务器
start-the-server-and = 启动服务器并查询任务的状态
the-id-of-the = 任务的 ID，或其开头
wait-until-the-task = 等待任务结束并打印结果，与“call”相同
ask-the-server-to = 请求服务器停止任务；服务器可能会忽略

## resources

list-the-resources-and = 列出服务器的资源和模板
starts-the-server-lists-its = 启动服务器，列出其资源和模板，然后停止。

## read

read-a-resource = 读取资源
the-uri-is-sent = URI 只发送给服务器，不会打开任何内容。内容以文本打印；--json 打印完整的响应。
the-uri-of-the = 资源的 URI

## prompts

list-the-prompts-of = 列出服务器的提示词
starts-the-server-lists-its-prompts = 启动服务器，列出其提示词，然后停止。方括号中的参数是可选的。

## prompt

fetch-a-prompt = 获取提示词
nothing-is-sent-if = 缺少必填参数时，不会发送任何内容。结果是服务器的文本，只会打印。
the-prompt = 提示词
arguments-of-the-prompt = 提示词的参数

## roots

show-or-change-the-folders = 显示或更改服务器的文件夹（roots）
a-server-that-asks = 服务器请求文件夹时，经你批准后才会得到。在隔离中，除隔离允许的内容外，其程序还可读取和更改这些文件夹。没有隔离时，文件夹只是告诉服务器在哪里工作：本地程序可以读取你能读取的内容。
add-a-folder = 添加文件夹
the-folder = 文件夹
remove-a-folder = 移除文件夹
do-not-share-the = 不共享文件夹
ask-again-at-the = 服务器下次请求时再次询问

## account

sign-in-at-remote = 登录远程服务器
show-the-sign-in = 显示服务器的登录
sign-in = 登录
shows-the-server-the = 显示服务器、授权服务器和授权范围，并在打开浏览器之前询问。如果没有浏览器打开，则打印 URL。命令会等待你完成登录。
the-authorization-server-as = 授权服务器的 URL 或主机，用于服务器列出多个授权服务器时
delete-the-tokens-and = 删除令牌；如果授权服务器支持，还会撤销令牌
decline-additional-scopes-that = 拒绝服务器请求的额外授权范围
enter-your-own-client = 为授权服务器输入你自己的客户端 ID
the-client-id = 客户端 ID
ask-for-the-client = 询问客户端密钥且不显示，并存为机密；加上 =- 则从标准输入读取
use-a-private-key = 改用私钥（PEM，PKCS #8）；- 从标准输入读取
the-authorization-server-by = 授权服务器；默认为下次登录所用的授权服务器
the-port-of-the = 重定向 URI 的端口，用于授权服务器要求固定端口时
service-account-sign-in = 服务账户：无需浏览器即可登录；需要 --secret 或 --key
single-sign-on-the = 单点登录：你组织的身份提供商
your-client-id-at = 你在身份提供商处的客户端 ID
a-signed-token-in = 文件中的签名令牌，每次使用时读取：有 --idp 时代表你，否则代表本机（工作负载身份）；此时 --id 可省略
remove-the-client-id = 移除客户端 ID 及其客户端密钥或私钥；使用它的登录会结束
remove-or-replace-it = 移除或替换时不询问
show-set-or-remove = 显示、设置或移除客户端 ID 元数据文档的 URL
an-organization-can-publish = 组织可以发布这样的文档。支持它的授权服务器无需注册客户端。保存其 URL 之前会先读取该文档。
the-url-of-the = 文档的 URL
remove-the-url = 移除 URL

## secrets

show-or-change-where = 查看或更改机密的存放位置
secrets-are-in-the = 机密存放在系统的钥匙串中；没有钥匙串的计算机使用加密文件。
show-where-secrets-are = 显示机密的存放位置
use-an-encrypted-file = 在没有钥匙串的计算机上使用加密文件
a-file-is-weaker = 文件的保护弱于钥匙串，每次启动都需要其密码短语。
change-the-passphrase-of = 更改文件的密码短语
move-all-secrets-to = 将所有机密移入钥匙串并删除文件

## models

add-model-providers-and = 添加模型提供商并启用其模型
list-providers-and-their = 列出模型提供商及其启用的模型
add-a-provider = 添加模型提供商
a-provider-that-is = 不在本机上的模型提供商会显示，并需要批准。
the-kind-compatible-is = 类型；“compatible”表示其他与 OpenAI 兼容的服务器
name-of-the-provider = 模型提供商的名称
base-url-if-it = 基础 URL，与默认值不同时填写
ask-for-the-api = 询问 API 密钥且不显示，并存为机密；加上 =- 则从标准输入读取
approve-a-url-that = 批准不在本机上的 URL
replace-the-api-key = 更换模型提供商的 API 密钥
the-provider = 模型提供商
ask-for-the-key = 询问密钥且不显示（默认）；加上 =- 则从标准输入读取
refresh-the-list-of = 刷新模型列表，并向第一个启用的模型发送只有一个词的测试提示词
the-test-prompt-costs = 测试提示词的费用约为一个词。
enable-a-model = 启用模型
the-model = 模型
disable-a-model = 停用模型
remove-a-provider-and = 移除模型提供商及其密钥

## flows

show-or-change-the-data = 查看或更改服务器和对话的数据流
without-label-the-data = 不指定 LABEL：每个对话的数据风险。如果模型的一次调用会同时涉及私密数据、不可信内容和对外通信，则即使已有权限，也始终需要批准。对于在服务器之间流动的数据，未设置的值视为“yes”。“no”的限制更宽松，因此会显示并需要批准。
one-of-its-tools = 其中一个工具，以及要为它或服务器设置的值

## tokens

estimate-the-tokens-of = 估算工具定义占用的 token
starts-these-servers-or = 启动这些服务器（或所有已启用的服务器），并估算其工具定义在每次模型请求中占用多少 token。不会询问模型提供商；各模型提供商的计数略有不同。
the-servers-default-all = 服务器；默认为所有已启用的服务器
the-model-as-provider = 模型，写作 PROVIDER/MODEL；默认为第一个启用的模型

## profile

list-switch-and-change = 列出、切换和更改配置方案：启用哪些服务器、哪些权限生效
a-permission-counts-in = 权限只在授予时所在的配置方案中生效。切换不会在此启动任何服务器；窗口下次打开时会启动该配置方案的服务器。
list-the-profiles-this = 列出配置方案（不带子命令时默认执行）
add-a-profile-with = 添加配置方案，启用的服务器与当前相同，没有权限
its-name = 配置方案的名称
switch-to-a-profile = 切换到配置方案：启用其服务器，停用其他所有服务器，其权限生效
rename-a-profile = 重命名配置方案
its-new-name = 新名称
remove-a-profile-that = 移除未使用的配置方案，并终止其权限

## permissions

list-and-revoke-permissions = 列出和撤销权限
list-permissions = 列出权限
revoke-permissions = 撤销权限
the-id-of-a = 权限的 ID，或其开头
all-permissions-of-a = 某个服务器的所有权限
permissions-that-were-not = 30 天内未使用的权限；会先列出，经你批准后只撤销列出的权限
all-permissions = 所有权限
approve-what-unused-lists = 批准 --unused 列出的内容
compare-the-whole-definition = 重新比较工具的完整定义，包括你允许变化的部分

## audit

list-check-and-export = 列出、检查和导出审计日志
list-the-newest-operations = 列出最新的操作
only-this-server = 仅此服务器
maximum-number = 最多显示的数量
show-one-operation-the = 显示一个操作：原因、权限和符合的条件
the-number-of-its = 该操作的条目编号
check-that-no-entry = 检查是否有条目发生更改
also-checks-that-the = 还会检查日志是否从钥匙串保存的条目继续。退出代码 1 表示并非如此。
print-the-last-entry = 打印最后一个条目及其哈希，供你保存在别处
check-that-the-log = 检查日志中是否仍有 --head 打印的条目
ask-whether-the-keychain = 日志损坏后，或你复制回较旧的日志后：询问是否让钥匙串保存此日志的最后一个条目
write-all-entries-to = 将所有条目写到标准输出；--json 不会改变其格式
the-format = 格式

## chat

list-search-export-and = 列出、搜索、导出和导入对话
list-conversations = 列出对话
find-messages-with-all = 在所有对话中查找含有所有这些词的消息，最新的在前
the-last-word-can = 最后一个词可以只写开头。
the-words = 要查找的词
write-a-conversation-to = 将对话写到标准输出；--json 不会改变其格式
markdown-contains-the-branch = Markdown 包含显示的分支，JSON 包含所有分支。Portcullis 已知的机密会略去。
the-id-of-the-conversation = 对话的 ID，或其开头
import-conversations-from-a = 从其他产品的文件导入对话
reads-the-data-exports = 可读取 ChatGPT 和 Claude 的数据导出、Goose 的会话、Portcullis 的导出以及 Markdown。导入尚未导入过的最新对话。这些对话视为已读取私密数据和不可信内容。
list-what-is-in = 列出文件中的内容，不导入

## backup

list-make-and-restore = 列出、创建和恢复服务器、权限、对话和审计日志的备份
a-backup-is-made = 有服务器时，使用 Portcullis 的每一天都会备份一次；保留七份。
list-backups = 列出备份
make-a-backup-now = 立即备份
restore-a-backup = 恢复备份
it-replaces-servers-permissions = 它会替换服务器、权限、对话和审计日志；先前的数据库保留在旁边。恢复后，所有服务器都已停用，每个都需要你审核，任何权限都不生效，因为备份不知道你此后停用或撤销了什么。机密保持不变。
a-name-that-backup = “backup list”显示的名称，或“last”
restore-it-without-asking = 恢复时不询问

## completions

print-a-completion-script = 打印 shell 的补全脚本
the-shell = shell

## manual

print-the-manual-pages = 打印所有命令的手册页
write-one-file-per = 改为向此文件夹写入文件，每个命令一个

## Values

private-it-returns-private = private     返回私密数据
strangers-its-content-may = untrusted   其内容可能不可信
sends-it-can-send = sends       可以向外发送数据（对外通信）

## Headings

examples = 示例：
