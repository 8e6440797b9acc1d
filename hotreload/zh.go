package hotreload

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// errors.go
		"have files compared at an interval (Options.Poll, or bough play --poll 500ms)":                              "按间隔比较文件（Options.Poll，或 bough play --poll 500ms）",
		"the system's limit of watched directories is reached":                                                       "监视的文件夹数已达系统上限",
		"raise it with `sudo sysctl fs.inotify.max_user_watches=524288`, watch fewer directories, or %s":             "用 `sudo sysctl fs.inotify.max_user_watches=524288` 调高上限，少监视一些文件夹，或者%s",
		"the limit of open files or watchers is reached":                                                             "打开的文件或监视器已达上限",
		"raise it with `ulimit -n` or `sudo sysctl fs.inotify.max_user_instances=1024`, close other watchers, or %s": "用 `ulimit -n` 或 `sudo sysctl fs.inotify.max_user_instances=1024` 调高上限，关闭其他监视器，或者%s",
		"cannot watch this directory: %v":                                                                            "无法监视这个文件夹：%v",
		", so its root is compared at an interval from now on":                                                       "，所以从现在起按间隔比较它的根文件夹",
		"cannot read this directory: %s":                                                                             "无法读取这个文件夹：%s",
		"grant read and search permission to the user of this process":                                               "给运行这个程序的用户读取和搜索的权限",
		"close other programs, or raise the limit with `ulimit -n`":                                                  "关闭其他程序，或者用 `ulimit -n` 调高上限",

		// hints.go
		"nothing to do, everything is compared again":     "不用做什么，会重新比较所有文件",
		"the operating system's notification reports: %v": "操作系统的通知报告：%v",

		// roots.go
		"cannot tell where this is: %v":                                "无法确定它在哪里：%v",
		"give an absolute path":                                        "给出绝对路径",
		"no such directory":                                            "没有这个文件夹",
		"create it or correct the path":                                "建好它，或者改正路径",
		"not a directory":                                              "不是文件夹",
		"give the directory the file is in":                            "给出文件所在的文件夹",
		"the watched directory is gone and its files count as deleted": "监视的文件夹不见了，其中的文件都算作删除",
		"put it back; it is picked up within %v":                       "放回去；%v 之内就会发现",

		// walk.go
		"more than %d directories below %s; this one and those after it are left out":  "%[2]s 下面有超过 %[1]d 个文件夹；这个和后面的都不监视",
		"remove links between directories, or watch the directories with scripts only": "去掉文件夹之间的链接，或者只监视有脚本的文件夹",

		// watcher.go
		"no directories to watch":                       "没有要监视的文件夹",
		"name at least one":                             "至少给出一个",
		"files are compared at an interval from now on": "从现在起按间隔比较文件",
		"the operating system's notification has ended": "操作系统的通知已停止",

		// signs
		"%s: %s": "%s：%s",

		// hold.go
		"changed files wait until this file is gone, but not longer than %v":          "这个文件消失之前，改动的文件都在等待，但最多等 %v",
		"this file has kept changed files waiting for %v, and is ignored from now on": "这个文件已让改动的文件等待了 %v，从现在起不再理会它",
		"delete it if no Git command is running":                                      "如果没有 Git 命令在运行，就删除它",
		"delete it when all files are saved":                                          "所有文件保存以后，删除它",
	}
})
