# 编辑等待批准的调用的参数。

gate-arguments-edit = 编辑参数
gate-arguments-edit-as = 编辑方式
gate-arguments-json-way = JSON
gate-arguments-json = JSON 形式的参数
gate-arguments-no-form = 这些参数无法显示为表单，请以 JSON 形式编辑。
gate-arguments-none = 此工具未声明任何参数。
gate-arguments-use = 使用这些参数
gate-arguments-problems = 问题
gate-arguments-not-object = 参数必须是花括号中的名称和值。
gate-arguments-fix-json = { $problem }修正后才能切换到表单。
gate-arguments-fix-form = 有一个字段还不是有效的 JSON。修正后才能切换到 JSON。
gate-arguments-left-out = 你去掉的参数：{ $names }
gate-arguments-name = “{ $name }”
