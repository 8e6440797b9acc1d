package assets

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// calls.go
		"tree %s: there are %d trees with parameters already; give what differs so often in fields": "行为树 %s：带参数的行为树已有 %d 棵；经常不同的内容放到字段里",
		"tree %s: %w": "行为树 %s：%w",
		"tree %q cannot be used, since its file %s has a mistake: correct that first": "行为树 %q 不能用，因为它的文件 %s 有错误：先改好",
		"there is no tree %q":                 "没有行为树 %q",
		"%q is %s, not a tree":                "%q 是%s，不是行为树",
		"give a tree that has it, such as %s": "给出含有它的行为树，例如 %s",
		"the trees are %s":                    "现有行为树：%s",
		"a node kind":                         "节点类型",
		"a behavior":                          "行为",
		"tree %s has no parameter %s: %s":     "行为树 %s 没有参数 %s：%s",
		" and ":                               " 和 ",
		"tree %s needs %s: write it after the name, in quotes: \"%s\"": "行为树 %s 需要 %s：写在名字后面，加引号：\"%s\"",

		// infer.go
		"Scripts read these fields and never write them: the game sets them, or they are misspelled.": "脚本读取但从不写入的字段：由游戏设置，或者写错了名字。",
		"Scripts and trees write these fields.":                                                       "脚本和行为树写入的字段。",
		"Stimuli and their data.":                                                                     "刺激和它们的数据。",
		"Requests and their data.":                                                                    "请求和它们的数据。",
		"Entries of boards.":                                                                          "黑板的条目。",

		// signs
		"%s: %s": "%s：%s",
	}
})
