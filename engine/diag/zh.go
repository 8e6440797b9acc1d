package diag

import "github.com/bough-dev/bough/internal/lang"

var tr = lang.New(func() map[string]string {
	return map[string]string{
		"%s: %s":           "%s：%s",
		"warning: %s":      "警告：%s",
		"and %d more":      "另有 %d 条",
		"did you mean %s?": "是不是想写 %s？",
	}
})
