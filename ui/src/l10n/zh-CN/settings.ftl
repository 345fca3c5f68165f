settings-language = 语言
settings-language-system = 跟随系统
settings-language-en = English
settings-language-zh = 简体中文
