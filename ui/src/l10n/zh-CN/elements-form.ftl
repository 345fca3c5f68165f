# 根据 JSON Schema 绘制的工具参数表单，以及其他表单共用的输入控件。

elements-form-item = 条目
elements-form-item-name = 条目
elements-form-choose = 请选择
elements-form-unset = 未设置
elements-form-leave-out = 不填
elements-form-empty = （空）
elements-form-null = { $name }：无值（null）
elements-form-fixed = { $name }：{ $value }
elements-form-type = { $name } 的类型

elements-form-move-up = 上移 { $name } { $place }
elements-form-move-down = 下移 { $name } { $place }
elements-form-remove-item = 移除 { $name } { $place }
elements-form-add-to = 添加到 { $name }
elements-form-show-more = 再显示 { $count } 项，剩余 { $total } 项

elements-form-add-group = 添加“{ $name }”
elements-form-add-group-unnamed = 添加组
elements-form-find = 查找属性
elements-form-find-among = 在 { $count } 个属性中查找
elements-form-undeclared = { $count ->
   *[other] 工具未声明以下内容。它们将原样发送，可用 JSON 编辑。
    }
elements-form-undeclared-label = 未声明
elements-form-add-pair = 添加名称和值
elements-form-name-taken = 此名称已占用。

elements-form-not-json = 这不是有效的 JSON。文本需要加双引号。
elements-form-reason-reference = 引用了 schema 中不存在的内容。
elements-form-reason-nothing = 此处 schema 不接受任何值。
elements-form-reason-combined = 表单无法显示这种 schema 组合。

elements-form-problems = { $count ->
   *[other] 有 { $count } 个问题需要修正：
    }
elements-form-problem = <place>{ $path }：</place>{ $message }
elements-form-problem-whole = <place>参数：</place>{ $message }

elements-form-variant = 选项 { $place }
elements-form-kind-string = 文本
elements-form-kind-integer = 整数
elements-form-kind-number = 数字
elements-form-kind-boolean = 是或否
elements-form-kind-array = 列表
elements-form-kind-object = 组
elements-form-kind-null = 无值

elements-form-exactly = 正好 { $value }。
elements-form-least = 至少 { $value }。
elements-form-most = 最多 { $value }。
elements-form-more = 大于 { $value }。
elements-form-less = 小于 { $value }。
elements-form-least-most = { $min } 到 { $max }。
elements-form-least-less = 至少 { $min }，小于 { $max }。
elements-form-more-most = 大于 { $min }，最多 { $max }。
elements-form-more-less = 大于 { $min }，小于 { $max }。
elements-form-exactly-characters = { $count ->
   *[other] 正好 { $count } 个字符。
    }
elements-form-least-characters = { $count ->
   *[other] 至少 { $count } 个字符。
    }
elements-form-most-characters = { $count ->
   *[other] 最多 { $count } 个字符。
    }
elements-form-between-characters = { $min } 到 { $max } 个字符。
elements-form-exactly-items = { $count ->
   *[other] 正好 { $count } 项。
    }
elements-form-least-items = { $count ->
   *[other] 至少 { $count } 项。
    }
elements-form-most-items = { $count ->
   *[other] 最多 { $count } 项。
    }
elements-form-between-items = { $min } 到 { $max } 项。
