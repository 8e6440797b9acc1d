package behaviors

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// kinds.go
		"A chooser runs one of its children. It chooses by readiness, before anything runs, and has the result of that child.": "选择节点运行它的一个子节点。它在运行之前按可运行与否来选，结果就是那个子节点的结果。",
		"A composite runs its children, and their results determine its own.":                                                  "组合节点运行它的子节点，由子节点的结果得出自己的结果。",
		"A decorator has one child and changes its result or readiness.":                                                       "修饰节点有一个子节点，改变它的结果或者它可不可运行。",
		"A leaf has no children.": "叶节点没有子节点。",
	}
})
