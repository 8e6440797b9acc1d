package engine

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// behavior.go
		"waits at %v until its function returns true": "在 %v 等待，直到它的函数返回 true",
		"waits at %v for another %.2f s":              "在 %v 等待，还剩 %.2f 秒",
		"waits at %v":                                 "在 %v 等待",

		// chooser.go
		"its utility raised an error":                                  "它的 utility 出错",
		"%s goes on: its utility, %s, is not exceeded by more than %s": "%s 继续：它的效用是 %s，没有别的节点比它高出 %s 以上",
		"%s, which is active, has the same utility, %s":                "%s 已激活，效用同为 %s",
		"%s comes first, with the same utility, %s":                    "%s 排在前面，效用同为 %s",
		"%s has a higher utility, %s instead of %s":                    "%s 的效用更高：%s 高于 %s",
		"%s has a higher utility, %s":                                  "%s 的效用更高，为 %s",
		"utility":                                                      "效用",
		"utility of %s":                                                "%s 的效用",
		"its weight raised an error":                                   "它的权重出错",
		"its weight is 0":                                              "它的权重是 0",
		"another was drawn":                                            "抽到了别的节点",

		// custom.go
		"the rule did not choose it": "规则没有选它",

		// decorator.go
		"it cools down":            "正在冷却",
		"its limit is spent":       "次数已用完",
		"the draw was against it":  "没有抽中",
		"its time is over":         "时间已到",
		"its interval is not over": "间隔还没过",
		"%s for another %.2f s":    "%s，还剩 %.2f 秒",

		// explain.go
		"%d of %d succeeded, %d of %d failed":                      "成功 %d/%d，失败 %d/%d",
		"it said no a short time ago and is asked again in %.2f s": "刚才的回答是“否”，%.2f 秒后再问",
		"quarantined until %s":                                     "被隔离，直到%s",
		"%s has taken it":                                          "已被 %s 取走",
		" (did you mean this one?)":                                "（是不是想写它？）",
		"the agent holds %s and %d more":                           "智能体持有 %s 等，另有 %d 个",
		"the agent holds %s":                                       "智能体持有 %s",
		"%s at %s":                                                 "%s，位置 %s",
		"about %s: %s":                                             "对 %s：%s",
		"it refuses %d stimuli, the most in a tick; the last, %s: %s":     "拒绝了 %d 个刺激（一帧的上限）；最后一个，%s：%s",
		"it refuses %d stimuli; the last, %s: %s":                         "拒绝了 %d 个刺激；最后一个，%s：%s",
		"its behavior is %s: every call of its %s failed; last error: %s": "它的行为%s：每次调用都出错（%s）；最近的错误：%s",
		"its %s raised an error: %s":                                      "出错（%s）：%s",
		"it is disabled in the tree file":                                 "行为树文件里停用了它",
		"its behavior is missing: see bough check":                        "缺少它的行为：见 bough check",
		"its behavior is missing: %s":                                     "缺少它的行为：%s",
		"condition %s is false":                                           "条件 %s 不成立",
		"no stimulus %q; %s":                                              "没有刺激 %q；%s",
		"no stimulus %q":                                                  "没有刺激 %q",
		"precondition is false":                                           "前置条件不成立",
		"its condition holds%s; %s":                                       "条件成立%s；%s",
		"%s, tree %s, in tick %d (%.2f s)":                                "%s，行为树 %s，第 %d 帧（%.2f 秒）",
		"%s, tree %s, after tick %d (%.2f s)":                             "%s，行为树 %s，第 %d 帧之后（%.2f 秒）",
		", paused":                                                        "，已暂停",
		", suspended: it keeps too much":                                  "，已挂起：保留的数据太多",
		": it is gone, and does nothing any more":                         "：已不存在，不再做任何事",
		"would run: %s":                                                   "将运行：%s",
		"nothing: the root is not ready":                                  "无，根节点不可运行",
		"is doing:  %s":                                                   "正在做：%s",
		"nothing":                                                         "无",
		"blocked:   ":                                                     "被挡住：",
		"would run: %s, which is asked about":                             "将运行：%s，即询问的节点",
		"why not %s:":                                                     "%s 为什么不运行：",
		"asked, in order:":                                                "依次询问了：",
		"ran, so many ticks ago:":                                         "运行过的节点（左边是几帧之前）：",
		"nothing: the root was not ready":                                 "无，根节点不可运行",
		"see above":                                                       "见上",
		"see %v above":                                                    "见上面的 %v",
		"yes":                                                             "是",
		"no ":                                                             "否",
		"active %.2f s":                                                   "已激活 %.2f 秒",
		" about %s":                                                       "，对 %s",
		"accepted":                                                        "接受",

		// fault.go
		"guard":     "条件",
		"condition": "条件",
		"switch":    "switch 的值",
		"rule":      "规则",
		"request":   "请求",
		"number":    "数值",
		"weight":    "权重",
		"data":      "数据",

		// names.go
		"tree %s has no node %q: did you mean %s?": "行为树 %s 没有节点 %q：是不是想写 %s？",
		"tree %s has no node %q (it has %s)":       "行为树 %s 没有节点 %q（它有 %s）",

		// observe.go
		"tick %d %s root %s":    "第 %d 帧 %s 根节点 %s",
		"tick %d %s error %s":   "第 %d 帧 %s 错误 %s",
		"tick %d %s spawn":      "第 %d 帧 %s 生成",
		"tick %d %s despawn":    "第 %d 帧 %s 移除",
		"tick %d %s log %q":     "第 %d 帧 %s 日志 %q",
		"tick %d %s mark %q":    "第 %d 帧 %s 标记 %q",
		"tick %d %s enter %s":   "第 %d 帧 %s 进入 %s",
		"tick %d %s exit %s %s": "第 %d 帧 %s 退出 %s %s",
		"tick %d %s %s %s":      "第 %d 帧 %s %s %s",

		// ready.go
		"its postcondition holds already": "后置条件已经成立",

		// schedule.go
		"asleep for another %.2f s":                                   "休眠，还剩 %.2f 秒",
		"with its next turn in %.2f s":                                "%.2f 秒后轮到它",
		"without a turn for %.2f s, since %d agents decide in a tick": "已有 %.2f 秒没有轮到它，因为每帧只有 %d 个智能体决策",

		// scripted.go
		"choose did not pick it": "choose 没有选它",
		"choose raised an error": "choose 出错",

		// status.go
		"running":   "运行中",
		"success":   "成功",
		"failure":   "失败",
		"reset":     "重置",
		"despawned": "已移除",
		"switched":  "换树",
		"closed":    "关闭",
		"aborted":   "中断",
		"error":     "出错",
		"reloaded":  "热更新",

		// whynot.go
		"%s asks again in %.2f s":         "%s 将在 %.2f 秒后再问",
		"%s waits for another %.2f s":     "%s 还要等 %.2f 秒",
		"it has ended already: %s":        "它已经结束：%s",
		"%s does not ask it now":          "%s 现在不问它",
		"its turn comes after that of %s": "要排在 %s 之后",
		"%s is chosen":                    "选中了 %s",
		"%s is chosen before it":          "先选中了 %s",
		"%s goes on with %s":              "%s 继续运行 %s",

		// whyrule.go
		"it always fails":                            "它总是失败",
		"it fails, whatever its child comes to":      "无论子节点结果如何，它都失败",
		"its child is certain to succeed":            "它的子节点必定成功",
		"no case is for this value":                  "没有对应这个值的分支",
		"it needs %d children to succeed and has %d": "需要 %d 个子节点成功，而它只有 %d 个",
		"%s, and it has no third child":              "%s，而它没有第三个子节点",
		"no child that is ready is chosen":           "可运行的子节点都没有被选中",
		"it has no child":                            "它没有子节点",
		"its rule says no":                           "它的规则不允许",
		"no child is ready":                          "没有子节点可运行",
		"%s is not ready":                            "%s 不可运行",
		"%s are not ready":                           "%s 都不可运行",
		"%s has failed":                              "%s 已失败",
		"%s have failed":                             "%s 都已失败",
		"%s and %d more":                             "%s 等，另有 %d 个",
		"%s and %s":                                  "%s 和 %s",

		// outbox.go
		"… more lines in this tick, of this agent and those behind it, are left out": "…… 这一帧里这个智能体和后面的智能体还有别的输出没有显示",

		// tape.go
		"whose reply could not be recorded: %s":                                                            "它的返回值没能录下：%s",
		"whose effects cannot be repeated: %v":                                                             "它的作用无法重做：%v",
		"but the recording has no reply to this call":                                                      "但录像里没有这次调用的返回值",
		"with a value of Go that is not saved, so the call cannot be told from others; set Options.Values": "参数里有没保存的 Go 值，所以无法和别的调用区分；请设置 Options.Values",
		"more often than in the recording":                                                                 "次数比录像里多",
		"in another order than in the recording":                                                           "顺序和录像里不同",
		"does not make all calls of helpers that may change the game":                                      "少调用了可能改变游戏的函数",

		// signs
		": %s":   "：%s",
		"%s: %s": "%s：%s",
		", ":     "、",
		"; ":     "；",
		" (%s)":  "（%s）",
		", %s":   "，%s",
	}
})
