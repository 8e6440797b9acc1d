package arena

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// flood.go
		"… 1 more line of scripts in that second is left out":    "…… 那一秒里另有 1 行脚本输出没有显示",
		"… %s more lines of scripts in that second are left out": "…… 那一秒里另有 %s 行脚本输出没有显示",

		// harm.go
		"%s dies":     "%s 死亡",
		"%s kills %s": "%s 击杀了 %s",

		// lines.go
		"tick %d: %s\n": "第 %d 帧：%s\n",
		`
%d ticks (%.1f s), %d agents
`: `
%d 帧（%.1f 秒），%d 个智能体
`,
		"hits %d, misses %d, kills %d, hidden %d times, reloads %d\n": "命中 %d，落空 %d，击杀 %d，躲藏 %d 次，热更新 %d 次\n",
		"%s, script errors %d\n":     "%s，脚本错误 %d 个\n",
		"share of the agents' time:": "智能体的时间分布：",
		"%d files":                   "%d 个文件",
		"errors in %s":               "%s有错误",

		// log.go
		"mark: %s":      "标记：%s",
		"while loading": "加载时",
		"and %d more; bough check tells them all": "另有 %d 条，用 bough check 查看全部",
		"watching: %s": "监视：%s",
		"held back: %s: something that it needs is held back or missing": "暂不生效：%s：它需要的东西暂不生效或缺少",
		"held back: %s": "暂不生效：%s",
		"also held back until the errors are corrected: %s":                                   "改好错误之前同样暂不生效：%s",
		"works again as before: %s":                                                           "恢复正常：%s",
		"missing: %s has lost its file; its nodes are never ready until it is back":           "缺少：%s 的文件没有了，文件回来之前，它的节点都不可运行",
		"missing: %s have lost their files; their nodes are never ready until these are back": "缺少：%s 的文件没有了，文件回来之前，它们的节点都不可运行",
		"v%d stays, as it is pinned; changed: %s":                                             "已回退到 v%d，保持不变；改动了：%s",
		"all files are as they are in force":                                                  "所有文件都和生效版本一样",
		"reload v%d: %s":                                                                      "热更新 v%d：%s",
		"nothing new":                                                                         "没有新内容",
		"load v%d: %s":                                                                        "加载 v%d：%s",
		"held back, the last good version stays":                                              "暂不生效，保留上一个正确的版本",
		"files are gone":                                                                      "文件已删除",
		"%d agents":                                                                           "%d 个智能体",
		"%s exited":                                                                           "%s退出",
		"%d nodes":                                                                            "%d 个节点",
		"back to v%d, which is v%d now: %s":                                                   "回退到 v%d，现在是 v%d：%s",
		"%s and %d more":                                                                      "%s 等，另有 %d 个",
		"%d behaviors":                                                                        "%d 个行为",
		"%d trees":                                                                            "%d 棵行为树",

		// requests.go
		"%s requests %s, which the arena cannot do; it can do move, attack, throw and hide": "%s 请求 %s，竞技场做不到；它能做 move、attack、throw 和 hide",

		// signs
		"%s, %s": "%s，%s",
		" (%s)":  "（%s）",
		", ":     "，",
	}
})
