package screen

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// draw.go
		"This window has %dx%d characters; bough play needs %dx%d. The game goes on meanwhile. Make it larger, or press q to quit.": "这个窗口有 %dx%d 个字符，bough play 需要 %dx%d。游戏仍在运行。请放大窗口，或按 q 退出。",
		" PAUSED ":                   " 已暂停 ",
		"tick %d  %.1f s  %d agents": "第 %d 帧  %.1f 秒  %d 个智能体",
		"tick %d  %.1f s  1 agent":   "第 %d 帧  %.1f 秒  1 个智能体",

		// field.go
		"land":         "地图",
		"fields":       "字段",
		"fields of %s": "%s 的字段",
		"f sets one":   "按 f 设置",
		"boards:":      "黑板：",
		"  %d more":    "  另有 %d 个",
		"its fields:":  "它的字段：",

		// help.go
		"v villager  G guard  d dog   w wolf  g goblin  T troll":         "v 村民  G 守卫  d 狗   w 狼  g 哥布林  T 巨魔",
		"▓ hut  ♣ bush: hiding places   ▒ rock   % dead   * stone":       "▓ 小屋  ♣ 灌木：藏身处   ▒ 岩石   % 尸体   * 石头",
		"a letter on red: hit just now; dim: hidden; reverse: picked":    "红底字母：刚被击中；暗：藏着；反色：选中",
		"· where the picked one looks   > < around its target":           "· 选中的智能体的视线   > < 它的目标",
		"✗ before an agent: a behavior of its tree cannot be used":       "✗ 在智能体前：它的行为树里有行为不能用",
		"▶ a node that runs  ✓ - / ended: success, failure, aborted":     "▶ 运行中的节点  ✓ - / 已结束：成功、失败、中断",
		"✗ refused  ○ ready, not chosen  ! error  z asleep  · not asked": "✗ 被拒绝  ○ 可运行但未选中  ! 出错  z 休眠  · 未询问",
		"Save a file below the scripts folder: it goes in at once.":      "保存脚本文件夹里的文件，立刻生效。",
		"help: ? closes": "帮助（按 ? 关闭）",

		// keys.go
		"pauses the world and lets it go on; files are still reloaded": "暂停或继续整个世界；文件仍会热更新",
		"space":          "空格",
		"pause":          "暂停",
		"makes one tick": "运行一帧",
		". or s":         ". 或 s",
		"faster, slower": "加速、减速",
		"picks the next agent; backtab, left: the one before": "选下一个智能体；shift+tab、←：前一个",
		"tab, right": "tab, →",
		"pick":       "选择",
		"find":       "查找",
		"finds an agent by its name or by what it does": "按名字或正在做的事查找智能体",
		"why": "原因",
		"says why the picked agent does that: what was asked, with values; its fields; boards": "选中的智能体为什么这样做：询问了哪些节点、各个值、它的字段、黑板",
		"opens the same for all nodes of its tree; both show its last ticks if wide":           "同上，列出行为树的所有节点；窗口够宽时两者都显示最近各帧",
		"tree":     "行为树",
		"problems": "问题",
		"opens the list of what is wrong now, in files and scripts": "列出现在的问题：文件里的和脚本里的",
		"set": "设置",
		"sets a field of the picked agent: hp=10":                      "设置选中的智能体的字段：hp=10",
		"posts a stimulus to it: noise ttl=2 x=3":                      "给它发一个刺激：noise ttl=2 x=3",
		"any other command of scenes: board, impose, end, get ...":     "场景的其他命令：board、impose、end、get ……",
		"makes a noise at the picked agent, in the arena":              "在选中的智能体那里弄出响动（竞技场）",
		"pauses the picked agent only, and lets it go on":              "只暂停或继续选中的智能体",
		"resets the picked agent: it forgets all but its fields":       "重置选中的智能体：除字段外全部忘掉",
		"reads a scene again and begins it anew":                       "重新读取场景并从头开始",
		"goes back to the last good version, again: to the one before": "回退到上一个正确的版本，再按回退到更早的",
		"ends that: takes in the files as they are saved":              "结束回退：保存的文件重新生效",
		"picks an agent; scrolls an open pane, or this help":           "选智能体；滚动打开的面板或这个帮助",
		"up, down":                         "↑, ↓",
		"scrolls back; page down: forward": "向上翻页；page down：向下",
		"page up":                          "page up",
		"help":                             "帮助",
		"opens and closes this help":       "打开或关闭这个帮助",
		"closes what is open":              "关闭打开的面板",
		"escape":                           "esc",
		"quit":                             "退出",
		"quits":                            "退出",
		"it begins anew":                   "已重新开始",
		"the scene has errors; correct them, and press R again": "场景有错误；改好后再按 R",
		"the picked agent is dead":                              "选中的智能体已死亡",
		"%s goes on":                                            "%s 继续",
		"%s is paused":                                          "%s 已暂停",
		"noises are heard in the arena; i posts a stimulus":     "响动只在竞技场里有；按 i 发刺激",
		"bang! beside %s":                                       "砰！在 %s 旁边",
		"%s begins anew":                                        "%s 从头开始",

		// logpane.go
		"%d lines below: page down": "下面还有 %d 行：page down",
		"log":                       "日志",

		// pane.go
		"%d-%d of %d: up, down":              "%d-%d，共 %d 行：↑ ↓",
		"%s is dead; another one comes soon": "%s 已死亡，很快会再来一个",
		"nobody is here yet":                 "这里还没有智能体",

		// people.go
		"agents":                             "智能体",
		"%d of %d":                           "%d/%d",
		"who":                                "名字",
		"hp":                                 "血量",
		"for":                                "时长",
		"doing":                              "在做",
		"gone":                               "离场",
		"dead":                               "死亡",
		"paused ":                            "已暂停 ",
		"suspended ":                         "已挂起 ",
		"hidden ":                            "藏着 ",
		"missing: it has no file that works": "缺少：它没有能用的文件",
		"quarantined: its errors are among the problems": "被隔离：它的错误见问题列表",

		// problems.go
		"%s is quarantined: no agent uses it until its file changes, an agent that has it is reset (r), or you type :clear_faults %[1]s": "%s 被隔离：没有智能体使用它，直到它的文件改动、使用它的智能体被重置（r），或者你输入 :clear_faults %[1]s",
		"%s: trees name it, and it has no file that works":             "%s：行为树里写了它，但它没有能用的文件",
		"nothing is wrong: no errors in files, none raised by scripts": "没有问题：文件没有错误，脚本也没有抛出错误",
		"error in files":  "个文件错误",
		"errors in files": "个文件错误",
		"script error":    "个脚本错误",
		"script errors":   "个脚本错误",
		"warning":         "个警告",
		"warnings":        "个警告",

		// prompt.go
		"nobody is called so or does that":  "没有智能体叫这个名字，也没有在做这件事的",
		"done: %s":                          "已执行：%s",
		"done, but %v":                      "已执行，但是 %v",
		"command: ":                         "命令：",
		"enter does it on %s, esc leaves":   "回车对 %s 执行，esc 取消",
		"find: ":                            "查找：",
		"tab next, enter picks, esc leaves": "tab 下一个，回车选中，esc 取消",
		"nobody":                            "无",

		// rows.go
		"tick %d: ":                 "第 %d 帧：",
		"before its next tick: ":    "下一帧之前：",
		"%s, tree %s, %s":           "%s，行为树 %s，%s",
		"%d ticks ago":              "%d 帧之前",
		"now":                       "现在",
		"disabled in the tree file": "行为树文件里停用了它",
		"for %s":                    "已 %s",
		"score %s":                  "效用 %s",
		"▸ %d below":                "▸ 下面 %d 个",

		// stage.go
		"%d kills": "击杀 %d",
		"R begins a scene anew; the arena begins anew with bough play": "R 让场景从头开始；竞技场要重新运行 bough play",

		// versions.go
		"there is no older version without errors": "没有更早的正确版本",
		"back to v%d; u takes files in again":      "已回退到 v%d；按 u 让文件重新生效",
		"files are taken in already":               "没有回退，保存的文件本来就会生效",
		"files are taken in again":                 "文件重新生效",
		" PINNED: 1 file waits, u takes it in ":    " 已回退：1 个文件在等待，按 u 生效 ",
		" PINNED: %d files wait, u takes them in ": " 已回退：%d 个文件在等待，按 u 生效 ",
	}
})
