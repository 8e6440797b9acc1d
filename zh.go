package bough

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// rerun.go
		"tick %d: %s is not there":                         "第 %d 帧：%s 不在",
		"tick %d: %s does not run %s":                      "第 %d 帧：%s 不运行 %s",
		"tick %d: %s also runs %s":                         "第 %d 帧：%s 还运行 %s",
		"tick %d: %s runs %s instead of %s":                "第 %d 帧：%s 运行 %s，而不是 %s",
		", because %s":                                     "，因为 %s",
		" and ":                                            " 和 ",
		"%s is not there":                                  "%s 不在",
		"%s has %s":                                        "%s 的 %s",
		"%s requests %s instead of %s":                     "%s 请求 %s，而不是 %s",
		"%s on %s, priority %s: %v":                        "%s（通道 %s，优先级 %s）：%v",
		"nothing":                                          "无",
		"%s = %s instead of %s":                            "%s = %s，而不是 %s",
		"the board entry %s":                               "黑板条目 %s",
		"%s is new in the tree":                            "%s 是树里新加的",
		"%s is no longer in the tree":                      "%s 已不在树里",
		"%s now has the condition %s (%s)":                 "%s 现在有条件 %s（%s）",
		"%s no longer has the condition %s":                "%s 已没有条件 %s",
		"the condition of %s, %s, is now %s (%s)":          "%s 的条件 %s 改为 %s（%s）",
		"%s has changed":                                   "%s 有改动",
		"after tick %d the game was restored or restarted": "第 %d 帧之后游戏被恢复或重新开始",
		"in tick %d %s; what the game would have done from there is not recorded": "第 %d 帧 %s；此后游戏会怎样，没有录下来",

		// replay.go
		"%s calls %s, %s": "%s 调用了 %s，%s",
	}
})
