package lsp

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// actions.go
		"Create the behavior %s":      "新建行为 %s",
		"Write %s":                    "写成 %s",
		"Insert %s":                   "插入 %s",
		"Delete %s":                   "删除 %s",
		"Write %s in place of %s":     "写成 %s，而不是 %s",
		"Indent with spaces":          "用空格缩进",
		"what it is":                  "含义",
		"Declare %s in %s":            "在 %[2]s 里声明 %[1]s",
		"Declare %s and others in %s": "在 %[2]s 里声明 %[1]s 等",
		"say why":                     "写明理由",
		"Allow %s here":               "在这里放行 %s",

		// complete.go
		"entry of %s":           "%s 的条目",
		"declares a %s":         "声明为 %s",
		"used and not declared": "用到但没有声明",

		// completetree.go
		"a tree":              "一棵行为树",
		"a named condition":   "一个具名条件",
		"includes a tree":     "引用行为树",
		"switches a node off": "禁用节点",
		"a condition":         "条件",
		"parameter of %s":     "%s 的参数",
		"the default":         "默认值",
		"named condition":     "具名条件",

		// hover.go
		"Parameter of `%s`.":           "`%s` 的参数。",
		"Hooks: %s":                    "钩子：%s",
		"Waits for the stimulus `%s`.": "等待刺激 `%s`。",
		" (default: %s)":               "（默认：%s）",
		"Set in %s, read in %s.":       "设置 %s，读取 %s。",
		"1 place":                      "1 处",
		"%d places":                    "%d 处",

		// lens.go
		"run all tests of the file": "运行这个文件的所有测试",
		"run test":                  "运行测试",
		"%d other file":             "%d 个其他文件",
		"%d other files":            "%d 个其他文件",
		"%d tree":                   "%d 棵行为树",
		"%d trees":                  "%d 棵行为树",
		"%d test file":              "%d 个测试文件",
		"%d test files":             "%d 个测试文件",
		"not used":                  "没有用到",
		"used by %s":                "用于 %s",

		// rename.go
		"there is no name here that can be renamed":                                                           "这里没有可以改的名字",
		"%s is a node kind, whose name is fixed":                                                              "%s 是节点类型，名字是固定的",
		"%s is a function of Lua or of the game; it is renamed in the Go code":                                "%s 是 Lua 或游戏的函数，要在 Go 代码里改名",
		"a module has the name of its file: rename the file, and write the new name into require":             "模块的名字就是文件名：给文件改名，再把新名字写进 require",
		"this cannot be renamed":                                                                              "这个不能改名",
		"%s is a name that Bough knows":                                                                       "%s 是 Bough 认识的名字",
		"%s becomes %s in the files of the game; Go code that uses the name is not changed.":                  "游戏文件里的 %s 已改为 %s；用到这个名字的 Go 代码没有改。",
		"%s cannot be the name of a tree: %w":                                                                 "%s 不能作为行为树的名字：%w",
		"%q is no name: a name has letters, digits and _, does not begin with a digit, and is no word of Lua": "%q 不是名字：名字由字母、数字和 _ 组成，不以数字开头，也不是 Lua 的保留字",
		"%q is no name: a name has letters, digits and _":                                                     "%q 不是名字：名字由字母、数字和 _ 组成",
		"there is a %s %s already, in %s:%d; choose another name":                                             "已经有%s %s（在 %s:%d）；换个名字",
		"field":     "字段",
		"parameter": "参数",
		"tree":      "行为树",
		"node":      "节点",
		"board":     "黑板",
		"entry":     "条目",
		"function":  "函数",
		"local":     "局部变量",
		"stimulus":  "刺激",
		"request":   "请求",
		"channel":   "通道",
		"there is a local %s here already; choose another name":                  "这里已经有局部变量 %s；换个名字",
		"a local %s is declared where this one is visible; choose another name":  "局部变量 %s 在这个变量可见的地方声明；换个名字",
		"the global %s is used where this local is visible; choose another name": "全局变量 %s 在这个局部变量可见的地方使用；换个名字",
		"this editor renames no files; write bough rename %s %s in a terminal":   "这个编辑器不能给文件改名；在终端里运行 bough rename %s %s",
	}
})
