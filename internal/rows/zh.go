package rows

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// states.go
		"another one was chosen":    "选中了别的节点",
		"its %s failed":             "出错（%s）",
		"%d of %d, %s running":      "已结束 %d/%d，%s 个运行中",
		"%s decided":                "由 %s 决定",
		"none":                      "0",
		"one":                       "1",
		"two":                       "2",
		"three":                     "3",
		"disabled":                  "已停用",
		"missing":                   "缺少",
		"its errors: quarantined":   "出错太多：被隔离",
		"no stimulus %s":            "没有刺激 %s",
		"asked again in %s":         "%s后再问",
		"an error":                  "出错",
		"refuses %s":                "拒绝 %s",
		"refuses %d stimuli":        "拒绝了 %d 个刺激",
		"its precondition is false": "前置条件不成立",
		"cools down %s":             "冷却 %s",
		"limit is spent %s":         "次数已用完 %s",
		"for another %s":            "还剩 %s",
		"its condition is false":    "条件不成立",

		// tell.go
		"has just begun %s":                  "刚开始 %s",
		"runs %s for %s":                     "运行 %s 已 %s",
		" and %s":                            "，%s",
		", because %s at %s":                 "，因为 %s（在 %s 处）",
		", because %s":                       "，因为 %s",
		"does nothing: %s does not run (%s)": "什么也没做：%s 不运行（%s）",
		"has just ended %s (%s)":             "刚结束 %s（%s）",
		"takes no part in this tick":         "这一帧没有轮到它",
		"does nothing":                       "什么也没做",
		"an error: %s":                       "出错：%s",
		" and ":                              " 且 ",
		"%s ended: %s":                       "%s 结束：%s",
	}
})
