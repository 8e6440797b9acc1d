package bough

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// bough.go
		"its file could not be loaded: %s":                         "它的文件没能加载：%s",
		"tree %q cannot be used, since its file has a mistake: %s": "行为树 %q 不能用，因为它的文件有错误：%s",
		"%w (errors in the files: %d, the first: %s)":              "%w（文件里的错误：%d 个，第一个：%s）",
		"the tick took %v, and may take %v":                        "这一帧用了 %v，上限 %v",
		"… more lines of files that are being loaded are left out": "…… 加载的文件还有别的输出没有显示",

		// mark.go
		"tick %d: %s: %s":     "第 %d 帧：%s：%s",
		"tick %d: %s: %s: %s": "第 %d 帧：%s：%s：%s",

		// replay.go
		"%s calls %s, %s": "%s 调用 %s，%s",

		// rerun.go
		"tick %d: %s is not there":                         "第 %d 帧：%s 不存在",
		"tick %d: %s does not run %s":                      "第 %d 帧：%s 不运行 %s",
		"tick %d: %s also runs %s":                         "第 %d 帧：%s 还运行 %s",
		"tick %d: %s runs %s instead of %s":                "第 %d 帧：%s 运行 %s，而不是 %s",
		", because %s":                                     "，因为 %s",
		" and ":                                            " 和 ",
		"after tick %d the game was restored or restarted": "第 %d 帧之后，游戏读档或重新开始了",
		"in tick %d %s; what the game would have done from there is not recorded": "第 %d 帧 %s；游戏从那里起会做什么没有录下",
		"%s is not there":                         "%s 不存在",
		"%s has %s":                               "%s 的字段 %s",
		"%s requests %s instead of %s":            "%s 请求 %s，而不是 %s",
		"the board entry %s":                      "黑板条目 %s",
		"%s on %s, priority %s: %v":               "%[2]s 上的 %[1]s，优先级 %[3]s：%[4]v",
		"nothing":                                 "无",
		"%s = %s instead of %s":                   "%s = %s，而不是 %s",
		"%s is new in the tree":                   "%s 是行为树里新增的",
		"%s is no longer in the tree":             "%s 不再在行为树里",
		"%s now has the condition %s (%s)":        "%s 现在有条件 %s（%s）",
		"%s no longer has the condition %s":       "%s 不再有条件 %s",
		"the condition of %s, %s, is now %s (%s)": "%s 的条件 %s 现在是 %s（%s）",
		"%s has changed":                          "%s 改动了",

		// signs
		"%s: %s": "%s：%s",
	}
})
