package treediff

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// diff.go
		"as the root":         "作为根节点",
		"below %s, before %s": "在 %s 下面，%s 之前",
		"below %s, after %s":  "在 %s 下面，%s 之后",
		"below %s":            "在 %s 下面",

		// part.go
		"required":   "必须给出",
		"default %s": "默认 %s",

		// words.go
		"condition %s: %s":   "条件 %s：%s",
		"removed  ":          "删除  ",
		"added    ":          "新增  ",
		"moved    %s  to %s": "移动  %s  到 %s",
		"%s added":           "新增 %s",
		"%s removed":         "删除 %s",
		"parameter %s":       "参数 %s",
		"name":               "名字",
		"values":             "值",
		"expression":         "表达式",
		"condition":          "条件",
		"note":               "备注",
		"mark":               "标记",
		"description":        "说明",

		// signs
		"%s: %s":    "%s：%s",
		"%s: %s %s": "%s：%s %s",
	}
})
