settings-language = Language
settings-language-system = Same as system
# Each language is named in itself.
settings-language-en = English
settings-language-zh = 简体中文
