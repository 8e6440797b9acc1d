package luabind

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// api.go
		"Time, statuses, waiting, stimuli, requests, boards, history. While a file is loaded, only bt.log works (P3).": "时间、状态、等待、刺激、请求、黑板、历史。加载文件时只能用 bt.log（P3）。",
		"Functions of the game.":                 "游戏的函数。",
		"… more lines of this file are left out": "…… 这个文件还有别的输出没有显示",
		"… more lines in this tick are left out": "…… 这一帧还有别的输出没有显示",

		// error.go
		"in the hook":    "在钩子里",
		"in the %s":      "在 %s 里",
		"in the file":    "在文件里",
		"in function %s": "在函数 %s 里",
		"Lua stack:":     "Lua 调用栈：",

		// method.go
		"A handle of the game, which scripts keep, compare and give to functions of the game.": "游戏的句柄，脚本可以保存、比较，并交给游戏的函数。",
	}
})
