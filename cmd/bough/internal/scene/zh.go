package scene

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// live.go
		"tick %d ":           "第 %d 帧 ",
		"waits for the tree": "等待行为树",
		"waits at line %d":   "停在第 %d 行",
		"line %d of %d":      "第 %d 行，共 %d 行",
		"last line":          "最后一行",
		"scene is over":      "场景已结束",

		// play.go
		"tick %d %s says %s":      "第 %d 帧 %s 说：%s",
		"%s: %s, priority %s":     "%s：%s，优先级 %s",
		"%s: nothing":             "%s：无",
		"tick %d %s%s":            "第 %d 帧 %s%s",
		"%q on %s":                "%[2]s 上的 %[1]q",
		"board %s has no entries": "黑板 %s 没有条目",
		"board %s.%s = %s":        "黑板 %s.%s = %s",
		" (claimed by %s)":        "（由 %s 占用）",
	}
})
