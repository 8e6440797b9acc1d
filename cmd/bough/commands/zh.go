package commands

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// against.go
		"--against %s: it has the ticks %d to %d, and the recording %d to %d; they have none in common": "--against %s：它有第 %d 到 %d 帧，而这份录像有第 %d 到 %d 帧，两者没有共同的帧",
		"tick %d scripts %s, and %s in %s\n": "第 %d 帧 脚本 %s，%[4]s 里是 %[3]s\n",
		"tick %d: boards: %s":                "第 %d 帧：黑板：%s",
		"is not there":                       "不存在",
		"tick %d: %s %s":                     "第 %d 帧：%s %s",
		"tick %d: %s is only there":          "第 %d 帧：%s 只在那里有",
		"in %s:\n":                           "在 %s 里：\n",
		"… and %d more\n":                    "…… 另有 %d 处\n",
		"in ticks %d to %d all agents do the same, and have the same fields\n": "第 %d 到 %d 帧，所有智能体做的事都一样，字段也一样\n",
		"runs the tree %s instead of %s":                                       "运行行为树 %s，而不是 %s",
		"runs %s instead of %s":                                                "运行 %s，而不是 %s",
		"has %s":                                                               "字段 %s",
		", and ":                                                               "，并且",
		"nothing":                                                              "什么也没有",
		" and ":                                                                " 和 ",
		"%d more":                                                              "另有 %d 项",
		"%s = %s instead of %s":                                                "%s = %s，而不是 %s",

		// api.go
		"List the functions that scripts can call, or explain one": "列出脚本可以调用的函数，或解释其中一个",
		`API prints everything that a script can use, with parameters, units and a description:
the hooks and fields of a behavior's table, the table bt, the helpers geom for geometry,
the helpers field of the arena of bough play, and the functions of Lua. The last list has
the functions of Lua that scripts do not have, with reasons. With a name it prints only
this function, named with or without its table, or this table. Letters and numbers in
brackets are rules of docs/semantics.md. If there is a folder scripts, or one is given with
--scripts, it also prints the data that its file agent.fields declares.

With --declare it prints instead what agent.fields could be: the present lines, and lines for
all other fields, stimuli, requests and entries of boards that the scripts and trees use, with
the types that these show. Look through it, and complete it: check then finds what contradicts
it. With -w it writes the file.

A game has helpers of its own instead of field; its programmer can print such a list for
them (docs/embedding.md). With --luals it prints a definition file for the Lua language
server, so that editors complete and explain names: also the fields of agents and the
parameters of each behavior, as agent.fields, scripts and trees show them. With -w it writes
the file .bough/definitions.lua, which the settings of bough new editors name.`: `api 列出脚本可以用的一切，包括参数、单位和说明：行为表里的钩子和字段、表 bt、几何函数
geom、bough play 竞技场的函数 field，以及 Lua 的函数；最后一份清单是脚本里没有的 Lua 函数
和原因。给出名字时，只打印这个函数（前面可以带表名），或者这个表。括号里的字母和数字是
docs/semantics.md 的规则编号。如果有文件夹 scripts，或用 --scripts 给出了一个，还会打印
其中 agent.fields 声明的数据。

加 --declare 时，打印 agent.fields 可以写成什么样：现有的各行，再加上脚本和行为树用到的
其他字段、刺激、请求和黑板条目，类型取自它们的用法。看一遍并补全，以后 check 就会找出与
它矛盾的地方。加 -w 则写入文件。

游戏用自己的函数代替 field；程序可以为它们打印同样的清单（docs/embedding.md）。加 --luals
时，打印 Lua language server 的定义文件，编辑器就能补全和解释名字：也包括智能体的字段和每个
行为的参数，取自 agent.fields、脚本和行为树。再加 -w 则写入文件 .bough/definitions.lua，
bough new editors 的设置里写的就是它。`,
		"name": "名字",
		"-w goes with --declare, and with --luals without a name":                         "-w 要和 --declare 一起用，或者和不带名字的 --luals 一起用",
		"--declare prints the file agent.fields, and goes with no other form and no name": "--declare 打印文件 agent.fields，不能和其他形式或名字一起用",
		"--json and --luals are two forms; choose one":                                    "--json 和 --luals 是两种形式，只能选一种",
		"print it as JSON": "打印为 JSON",
		"print a definition file for the Lua language server":                         "打印 Lua language server 的定义文件",
		"print lines for agent.fields that declare what the scripts use":              "打印可以写进 agent.fields 的行，声明脚本用到的数据",
		"with --declare: write them to agent.fields; with --luals: write %s":          "和 --declare 一起用时写入 agent.fields，和 --luals 一起用时写入 %s",
		"directory of scripts and trees (default ./scripts, if there is one)":         "脚本和行为树所在的文件夹（默认 ./scripts，如果有）",
		"what files with mistakes use is not known: correct them first\n%w":           "有错误的文件用到什么无法知道，先改好：\n%w",
		"Tests and scenes set these fields, and no script reads them: the game does.": "测试和场景会设这些字段，但没有脚本读取：由游戏读取。",
		"%s is a bundle, which cannot be written; give the directory of the scripts":  "%s 是包文件，不能写入；请给出脚本的文件夹",
		"Geometry, if the game binds it. Angles are in degrees: east, the direction of x, is 0, that of y is 90. A vector is a table with x, y and, optionally, z. Lengths are in the unit of the game.": "几何，需要游戏绑定。角度以度为单位：正东（x 的方向）为 0，y 的方向为 90。向量是含有 x、y 的表，可以带 z。长度以游戏的单位计。",
		"Helpers of the arena of bough play, for its samples; another game has its own. Lengths are in units, ids are those of agents.":                                                                  "bough play 竞技场的函数，供示例使用；别的游戏有自己的函数。长度以单位计，id 是智能体的编号。",

		// bundle.go
		"Write all scripts and trees into one file": "把所有脚本和行为树写成一个文件",
		`Bundle checks the scripts and trees of a directory, as bough check does, and writes
them into a zip file that a game, bough run and bough play can open: a server then
runs exactly what was tested. Equal scripts give equal files. The hash that is printed
depends on the names and texts of the scripts only; compare it with that of another
folder, bundle or game.

With errors nothing is written, unless --force is given. Behaviors and kinds that a
game defines in Go are not known here: such a game writes its bundle itself, with
archive.Pack.

With --check, a bundle is verified, or a directory read, and its hash printed.`: `bundle 像 bough check 那样检查一个文件夹的脚本和行为树，再写成一个 zip 文件，供游戏、
bough run 和 bough play 打开：服务器运行的就是测试过的内容。脚本相同，文件就相同。打印的
哈希只取决于脚本的名字和内容，可以和另一个文件夹、包文件或游戏的哈希比较。

有错误时不写文件，除非加 --force。这里不认识游戏用 Go 定义的行为和节点类型：这样的游戏要自己
用 archive.Pack 写包文件。

加 --check 时，校验一个包文件或读取一个文件夹，并打印哈希。`,
		"directory or bundle":                                        "文件夹或包文件",
		"--check writes nothing; leave out -o and --force":           "--check 不写文件；去掉 -o 和 --force",
		"%s wants a file to write: bough bundle -o game.zip scripts": "%s 需要写入的文件：bough bundle -o game.zip scripts",
		"the `file` to write":                                        "要写入的 `file`",
		"write the bundle in spite of errors":                        "有错误也写包文件",
		"verify a bundle, or read a directory, and print its hash":   "校验包文件或读取文件夹，并打印哈希",
		"-o %s: the name of a bundle ends in %s":                     "-o %s：包文件的名字要以 %s 结尾",
		"%s is not written; correct the errors, or give --force\n":   "%s 没有写入；改好错误，或者加 --force\n",
		"%d files":                              "%d 个文件",
		"bundle %s: %w":                         "包文件 %s：%w",
		"%s  %s (%s, written by bough %.80q)\n": "%s  %s（%s，由 bough %.80q 写出）\n",

		// check.go
		"Report problems in scripts and trees": "检查脚本和行为树的问题",
		`Check loads all scripts and trees of a directory, or of a bundle, without playing, and
prints all problems by file and line. It calls the preconditions, utilities and other
decision hooks of each behavior once, for an agent without fields, and reports those that
change something. Tests (see bough test) and scenes are parsed but not run. A comment
"bough: allow CODE reason" in a file allows a warning; --json prints the codes.

It exits with 1 if there are errors, and with --strict also if there are warnings.`: `check 加载一个文件夹或包文件的所有脚本和行为树，但不运行游戏，并按文件和行号打印所有问题。
它会用一个没有字段的智能体，把每个行为的前置条件、效用和其他决策钩子各调用一次，报告其中改变了
状态的。测试（见 bough test）和场景只解析，不运行。文件里的注释 "bough: allow CODE reason" 可以
放行一个警告；加 --json 会打印消息代码。

有错误时退出码为 1；加 --strict 时，有警告也是 1。`,
		"print the findings as JSON":                                        "把检查结果打印为 JSON",
		"print the findings as a log in the format SARIF 2.1.0":             "把检查结果打印为 SARIF 2.1.0 格式的日志",
		"print only the findings with these codes":                          "只打印这些消息代码的检查结果",
		"exit with 1 for warnings, too":                                     "有警告时也以 1 退出",
		"warn of math.sin and the like, and suggest functions of geom":      "对 math.sin 一类的用法给出警告，并建议改用 geom 的函数",
		"names of fields that the game sets, besides those in agent.fields": "除 agent.fields 以外，由游戏设置的字段名",
		"--json and --sarif are two forms; choose one":                      "--json 和 --sarif 是两种形式，只能选一种",
		"--fields: %w":                         "--fields：%w",
		"no message has the code %s":           "没有消息代码 %s",
		"%w: did you mean %s?":                 "%w：是不是想写 %s？",
		"--only: %w":                           "--only：%w",
		"%w; docs/messages.md lists the codes": "%w；docs/messages.md 列出了全部代码",
		"%d trees":                             "%d 棵行为树",
		"%d behaviors":                         "%d 个行为",

		// choices.go
		"  and %d more\n":  "  另有 %d 个\n",
		"%d scenes":        "%d 个场景",
		"%s has %s and %s": "%s 里有 %s和%s",
		"  bough play%s --agents %d\nplays the trees as inhabitants of an arena": "  bough play%s --agents %d\n把这些行为树放进竞技场里运行",
		"%s; say which to play:\n%s%s":                                           "%s，请写明运行哪个：\n%s%s",
		`%s:
%s%s
number: `: `%s：
%s%s
编号：`,
		"%q is no number of the list; nothing is played": "清单里没有编号 %q，什么也没有运行",
		"%s is an agent of which game? Say it:%s":        "%s 是哪个游戏的智能体？请写明：%s",

		// convert.go
		"tree files, in their canonical form":                  "行为树文件，规范格式",
		"trees as JSON, without loss":                          "JSON 格式的行为树，不丢信息",
		"BehaviorTree.CPP 4, as in Groot2":                     "BehaviorTree.CPP 4，即 Groot2 的格式",
		"behavior3 and its editor":                             "behavior3 和它的编辑器",
		"behavior3 of later editors":                           "后来的编辑器的 behavior3",
		"scripts of TinyBT":                                    "TinyBT 的脚本",
		"Write trees in another format, or read them from one": "把行为树写成别的格式，或从别的格式读入",
		`Convert reads trees in one format and writes them in another. It recognizes the formats
by the extensions of the files, and the format of the input also by its contents. The file
- is standard input. It reports each node whose meaning changes. All files of one command
belong together: they may include trees of each other. Files that a file of
BehaviorTree.CPP includes are converted, too, if the output is a directory.

%s
With --schema it prints the JSON Schema of the format json.`: `convert 读入一种格式的行为树，写成另一种。格式按文件的扩展名识别，输入的格式还会看内容。文件名
- 表示标准输入。含义有变化的节点都会报告。一条命令里的所有文件是一个整体：它们可以互相引用
行为树。输出是文件夹时，BehaviorTree.CPP 文件引用的文件也一起转换。

%s
加 --schema 时，打印 json 格式的 JSON Schema。`,
		"the format of the input": "输入的格式",
		"the format of the output (default: by its extension, else bough)":                                             "输出的格式（默认按扩展名，否则为 bough）",
		"where to write; for several files a directory":                                                                "写到哪里；有多个文件时是文件夹",
		"directory in which to create a script for each behavior that has none; it raises an error until you write it": "为每个没有脚本的行为在这个文件夹里建一个脚本；在你写好之前，它只会抛出错误",
		"replace files that exist":                     "覆盖已有的文件",
		"print the JSON Schema of the format json":     "打印 json 格式的 JSON Schema",
		"read and written":                             "可读可写",
		"read only":                                    "只读",
		"written only":                                 "只写",
		"convert --schema takes no files":              "convert --schema 不带文件",
		"convert wants files, or - for standard input": "convert 需要文件，或者用 - 表示标准输入",
		"several files want a directory: -o DIR":       "有多个文件时需要文件夹：-o DIR",
		"standard input is converted alone":            "标准输入只能单独转换",
		"the format %s can only be written":            "格式 %s 只能写出",
		"-o %s: want a file that ends in %s, a directory with / at its end, or --to and a format": "-o %s：应为以 %s 结尾的文件、末尾带 / 的文件夹，或者用 --to 给出格式",
		"the format %s can only be read": "格式 %s 只能读入",
		"there are %s":                   "可用的有 %s",
		"there is no format %q; %s":      "没有格式 %q；%s",
		"the format of the input %s is not known; name it with --from: %s": "无法识别输入 %s 的格式；用 --from 写明：%s",
		"standard input": "标准输入",
		"two files would be written to %s; convert them one by one":                                    "有两个文件都会写到 %s；请分别转换",
		"%s and %s would be one file on Windows and macOS; rename one of the files that are converted": "%s 和 %s 在 Windows 和 macOS 上是同一个文件；给要转换的文件之一改名",
		"%s exists already; --force replaces it":                                                       "%s 已经存在；加 --force 会覆盖",
		"%s is not written yet":                                                                        "%s 还没有写",
		"scripts to be written, in %s: %s\n":                                                           "%s 里还要补写的脚本：%s\n",

		// cost.go
		"print at the end what scripts cost, by behavior and by agent": "结束时打印脚本的开销，按行为和智能体分列",
		`%s; on average a tick takes %s instructions, %s bytes and %s calls of scripts,
and %.3f ms, of which hooks take %.3f
`: `%s；平均每帧 %s 条指令、%s 字节、%s 次脚本调用，
用时 %.3f 毫秒，其中钩子用时 %.3f 毫秒
`,
		"%d ticks":          "%d 帧",
		"tree %s":           "行为树 %s",
		"in Go":             "Go 代码",
		"%d more behaviors": "另外 %d 个行为",
		"behavior":          "行为",
		"and %s: %s":        "%s：%s",
		"%d more agents":    "另外 %d 个智能体",
		"agent":             "智能体",
		"mostly":            "主要在",
		"share":             "占比",
		"instructions":      "指令",
		"bytes":             "字节",
		"calls":             "调用",
		"%s: %s took %d of the %d instructions of a call (%s, tick %d)":                                   "%s：%s 一次调用用了 %d 条指令，上限 %d 条（%s，第 %d 帧）",
		"%s: %s allocated %d of the %d bytes of a call (%s, tick %d)":                                     "%s：%s 一次调用分配了 %d 字节，上限 %d 字节（%s，第 %d 帧）",
		"%s: %.0f%% of the time with %.0f%% of the instructions; functions in Go that it calls take time": "%s：用了 %.0f%% 的时间，却只有 %.0f%% 的指令；时间花在它调用的 Go 函数上",

		// diff.go
		"Show how two versions of trees differ": "比较两个版本的行为树",
		`Diff compares the trees of two files or directories and describes the differences:
conditions, parameters, and nodes that were added, removed or moved. It ignores
comments and spaces.

With --git it compares two revisions of a Git repository, or one revision with the
files on disk: all tree files below PATH, or below the current directory. With --svg
it also draws the trees that differ: new nodes in green, removed ones in red, changed
ones in amber, moved ones in violet.

It exits with 0 if there are no differences, with 1 if there are some or a file has
mistakes, and with 2 if the command line is wrong.`: `diff 比较两个文件或文件夹里的行为树，列出不同之处：条件、参数，以及增加、删除或移动的节点。
注释和空格不算。

加 --git 时，比较 Git 仓库的两个版本，或者一个版本和磁盘上的文件：PATH 下面的所有行为树文件，
没有给出时是当前文件夹下面的。加 --svg 时，还会把不同的行为树画出来：新增的节点为绿色，删除的
为红色，修改的为黄色，移动的为紫色。

没有不同时退出码为 0；有不同，或者文件有错误时为 1；命令行有误时为 2。`,
		"%s wants two files or directories, or --git and a revision: %s":                 "%s 需要两个文件或文件夹，或者 --git 和一个版本：%s",
		"%s --git wants at most one file or directory: %s":                               "%s --git 最多只能给一个文件或文件夹：%s",
		"a revision to compare the files with, or two: OLD..NEW":                         "和文件比较的版本，或者两个版本：OLD..NEW",
		"file to draw the difference in":                                                 "把不同之处画到这个文件",
		"print a Markdown list":                                                          "打印 Markdown 列表",
		"draw the trees from top to bottom":                                              "行为树从上往下画",
		"no tree differs":                                                                "所有行为树都一样",
		"%v; for a revision of Git write: bough diff --git %s %s":                        "%v；要比较 Git 的版本，写 bough diff --git %s %s",
		"--git %s: write one revision, or two as OLD..NEW":                               "--git %s：写一个版本，或者两个：OLD..NEW",
		"%q is no revision":                                                              "%q 不是版本",
		"comparing revisions needs the program git, which is not installed or not found": "比较版本需要程序 git，而它没有安装或找不到",
		"git cannot read %s of revision %s: %s":                                          "git 无法读取版本 %[2]s 的 %[1]s：%[3]s",
		"revision %s: %w":                                                                "版本 %s：%w",

		// dump.go
		"Print trees as they are compiled": "打印编译后的行为树",
		`Dump prints a tree as the flat program that the engine runs: for each node its
index, the index after its subtree, its rule, name, parameters, hooks and
guard. Without a name it prints all trees.`: `dump 把行为树打印成引擎运行的程序，每行一个节点：编号、子树之后的编号、规则、名字、参数、钩子和
条件。不给名字时打印所有行为树。`,
		"%s takes one tree: %s": "%s 只能给一棵行为树：%s",

		// explain.go
		"Explain what an agent would do, and what blocks other nodes": "解释智能体会做什么，以及其他节点为什么不运行",
		`Explain runs a tree for some ticks and then explains what its agent would do next: which
nodes are blocked, and which nodes were asked, with the values that guards and
preconditions read. With --why it lists everything that blocks one node.

With a scene it plays the scene to its end, or for --ticks ticks, and explains an agent of
the scene, such as guard#1. With such a label alone it plays what bough play without a
tree or scene plays: the arena, if the folder has the trees of the samples, otherwise the
only scene. The arena plays for --ticks ticks. --set then sets fields after these ticks.`: `explain 先让行为树运行几帧，再解释智能体接下来会做什么：哪些节点被挡住，询问了哪些节点，以及条件
和前置条件读到的值。加 --why 时，列出挡住某个节点的所有原因。

给出场景时，会把场景运行到结束，或者运行 --ticks 帧，再解释场景里的一个智能体，例如 guard#1。
只给出这样的名字时，运行的内容和不带参数的 bough play 一样：文件夹里有示例的行为树，就运行
竞技场，否则运行唯一的场景。竞技场运行 --ticks 帧。--set 在这些帧之后设置字段。`,
		"the name of a tree, a scene, or an agent of the arena":                           "行为树、场景或竞技场智能体的名字",
		"explain what blocks this `node`, given by its name, id or path; may be repeated": "解释挡住这个 `node` 的原因，用名字、id 或路径指定；可以写多次",
		"print what ran in the last ticks":                                                "打印最近几帧运行了什么",
		"print the explanation as JSON":                                                   "把解释打印为 JSON",
		"%s is a behavior; give the name of a tree: bough explain %s --why %[1]s":         "%s 是行为；请给出行为树的名字：bough explain %s --why %[1]s",
		"this is of bough explain %s '%s'\n":                                              "这是 bough explain %s '%s' 的结果\n",
		"a scene has its own agents, ticks and scripts; leave out --%s":                   "场景有自己的智能体、帧数和脚本；去掉 --%s",
		"--ticks 0; want 1 or more for a scene":                                           "--ticks 0；场景至少要 1",
		"after %s of %s %w":                                                               "%[2]s 运行 %[1]s 之后，%[3]w",
		"%s: say which to explain":                                                        "%s：请写明解释哪一个",
		"there are no agents":                                                             "没有智能体",
		"there is no agent %s; %s":                                                        "没有智能体 %s；%s",
		"--dt does not go with an agent of the arena, which has ticks of its own":         "--dt 不能用于竞技场的智能体，竞技场有自己的帧长",
		"after %d ticks of the arena there is no agent %s; %s":                            "竞技场运行 %d 帧之后没有智能体 %s；%s",
		"%w; for an agent outside of the arena, as in bough run, write bough explain %s":  "%w；如果要像 bough run 那样不在竞技场里，写 bough explain %s",
		"the only agent is %s":                                                            "只有智能体 %s",

		// files.go
		"there is no file or directory %s here: did you mean %s?":                                                       "这里没有文件或文件夹 %s：是不是想写 %s？",
		"there is no file or directory %s here: give the path of a tree file, such as scripts/guard.bt, or a directory": "这里没有文件或文件夹 %s：请给出行为树文件的路径，例如 scripts/guard.bt，或者文件夹",
		"%s is not a tree file: give a file that ends in %s, or a directory":                                            "%s 不是行为树文件：请给出以 %s 结尾的文件，或者文件夹",
		"no tree has the name %q; %s":                                      "没有名为 %q 的行为树；%s",
		"no tree has the name %q":                                          "没有名为 %q 的行为树",
		"%s cannot be written: there is no directory %s; make it first":    "无法写入 %s：没有文件夹 %s，请先建好",
		"%s cannot be written: it is a directory; give the name of a file": "无法写入 %s：它是文件夹，请给出文件名",
		"%s is read-only":                                                  "%s 是只读的",
		"%s cannot be written: %w":                                         "无法写入 %s：%w",

		// fmt.go
		"Write tree files in their canonical form": "把行为树文件写成规范格式",
		`Fmt writes tree files in their canonical form: it indents by two spaces, orders the
parts of each node, and aligns conditions and comments. It does not change meanings
or comments. With a directory it formats all .bt files below it. Without a path it
reads standard input.

Without flags it prints the result. With -l it exits with 1 if a file is not in
canonical form. It prints the mistakes of a file, and does not change such a file.`: `fmt 把行为树文件写成规范格式：缩进两个空格，排列每个节点的各个部分，对齐条件和注释。含义和注释
不会改变。给出文件夹时，处理其中所有 .bt 文件。不给路径时读标准输入。

不加选项时打印结果。加 -l 时，只要有文件不是规范格式就以 1 退出。有错误的文件只打印错误，不会
改动。`,
		"list the files that are not in canonical form": "列出不是规范格式的文件",
		"print what would change":                       "打印会有哪些改动",
		"write the result to the files":                 "把结果写回文件",
		"fmt -w wants files or directories: what comes from standard input cannot be written back":           "fmt -w 需要文件或文件夹：标准输入的内容无法写回",
		"the file is left as it is, since indented by two spaces for each level it would have mistakes:\n%w": "文件保持原样，因为按每层两个空格缩进以后会有错误：\n%w",

		// graph.go
		"Draw trees": "画行为树",
		`Graph draws the trees of a file, or of all files of a directory, below each other in one
picture; with names, only the trees of these names. It shows included trees in place, in
a tinted area, if it finds them in a file below the directory of the file (or below
--scripts). It reads no Lua scripts.

The format is svg, dot for Graphviz, or mermaid for pages of Git hosts. With -o it is that
of the extension: .svg, .dot or .gv, .mmd, or .md for a page with the text in a code block.`: `graph 把一个文件的行为树，或者一个文件夹里所有文件的行为树，上下排列画成一张图；给出名字时，只画
这些。引用的行为树如果在这个文件所在的文件夹（或 --scripts）里找得到，就画在原处，带底色。它不读
Lua 脚本。

格式是 svg，或者给 Graphviz 用的 dot，或者给 Git 网站用的 mermaid。加 -o 时按扩展名：.svg、.dot
或 .gv、.mmd，.md 则是一页，图写在代码块里。`,
		"%s wants a file or a directory: %s":                                                                   "%s 需要文件或文件夹：%s",
		"svg, dot or mermaid (default that of the file of -o, or svg)":                                         "svg、dot 或 mermaid（默认按 -o 的文件，否则为 svg）",
		"file to write, instead of standard output":                                                            "写入的文件，不写到标准输出",
		"show an included tree as one card":                                                                    "把引用的行为树画成一张卡片",
		"direction in which trees grow: right or down":                                                         "行为树生长的方向：right 或 down",
		"directory of included trees (default that of the file)":                                               "引用的行为树所在的文件夹（默认是文件所在的）",
		"--format %s is not known; choose svg, dot or mermaid":                                                 "--format %s 无法识别；请选 svg、dot 或 mermaid",
		"-o %s: the extension is that of the format %s, not of %s; leave out --format, or choose another name": "-o %s：扩展名是格式 %s 的，不是 %s 的；去掉 --format，或者换个名字",
		"-o %s: graph writes no %s; want a file that ends in .svg, .dot, .gv, .mmd or .md":                     "-o %s：graph 不能写 %s；应为以 .svg、.dot、.gv、.mmd 或 .md 结尾的文件",
		"--dir %s is not known; choose right or down":                                                          "--dir %s 无法识别；请选 right 或 down",
		"%s has no trees": "%s 里没有行为树",

		// kinds.go
		"List the node kinds, or explain one": "列出节点类型，或解释其中一种",
		`Kinds lists the node kinds by group, and the choosers and decorators that scripts define.
With the name of a kind, or of a behavior of the scripts, it prints a description, the
parameters, and an example.

With --json it also lists the behaviors of the scripts, the trees, and their named
conditions, so that the result is a complete palette for an editor.`: `kinds 按组列出节点类型，以及脚本定义的择一节点和修饰节点。给出一种节点或脚本行为的名字时，打印
说明、参数和例子。

加 --json 时，还会列出脚本的行为、行为树和它们的具名条件，可以作为编辑器的完整节点库。`,
		"%s takes one kind: %s":   "%s 只能给一种节点：%s",
		"print the kinds as JSON": "把节点类型打印为 JSON",
		`%s

A condition of the trees: %s
`: `%s

行为树的条件：%s
`,
		"Defined by a script, as one of the %s.":            "由脚本定义，属于%s。",
		"Defined by a tree file; include it with: tree %s.": "由行为树文件定义；这样引用：tree %s",
		"Defined by the game, as a node kind.":              "由游戏定义的节点类型。",
		"Defined by the game, as one of the %s.":            "由游戏定义，属于%s。",
		"Nothing describes it: give it a doc.":              "没有说明：给它写上 doc。",
		"Parameters:":                                       "参数：",
		"It must be given.":                                 "必须给出。",
		"did you mean %s?":                                  "是不是想写 %s？",
		"bough kinds lists them":                            "bough kinds 会列出全部",
		"there is no node kind %s: %s":                      "没有节点类型 %s：%s",
		`
Of this game: Kinds, choosers and decorators that it or its scripts define.
`: `
这个游戏特有的：由游戏或它的脚本定义的节点类型、择一节点和修饰节点。
`,
		"A Lua expression follows its name.": "名字后面写一个 Lua 表达式。",
		"Parameters of its children:":        "子节点的参数：",
		`
Example:

%s`: `
例子：

%s`,
		" It may be given without its name.": "可以不写名字。",
		"choosers":                           "择一节点",
		"decorators":                         "修饰节点",
		"behaviors":                          "行为",
		"Without it: %s.":                    "不给时：%s。",

		// main.go
		"this game cannot be opened: %w":      "无法打开这个游戏：%w",
		"the output could not be written: %w": "无法写出输出：%w",
		"--lang %s is not known; choose %s":   "没有语言 --lang %s；请选 %s",
		" or ":                                " 或 ",
		`bough: %s
Run '%s' for how to call it.
`: `bough: %s
用法见 '%s'。
`,
		"there is no file %s here":                                            "这里没有文件 %s",
		"Behavior trees in Lua that change while the game plays":              "Lua 行为树，改动在游戏运行中生效",
		"`language` of what is printed: %s (default that of the environment)": "输出的语言：%s（默认按环境变量）",
		"Help about any command":                                              "查看某个命令的帮助",
		"%w: to run some of the tests, write --filter TEXT":                   "%w：要只运行部分测试，写 --filter TEXT",
		"%w: did you mean --%s?":                                              "%w：是不是想写 --%s？",
		"a whole number, 0 or more":                                           "0 或更大的整数",
		"true or false":                                                       "true 或 false",
		"a whole number":                                                      "整数",
		"a number":                                                            "数字",
		"a time with its unit, such as 50ms or 2s":                            "带单位的时间，例如 50ms 或 2s",
		"invalid argument %q for \"--%s\" flag; want %s":                      "选项 --%[2]s 的值 %[1]q 不对，应为%[3]s",
		"unknown command %q; did you mean %s?":                                "没有命令 %q；是不是想写 %s？",
		"unknown command %q":                                                  "没有命令 %q",
		"%s takes no argument %q":                                             "%s 不带参数 %q",
		"%s takes one %s: %s":                                                 "%s 只能给一个%s：%s",
		"%s is too much: %s":                                                  "%s 是多余的：%s",
		"%s wants %s: %s":                                                     "%s 需要%s：%s",
		"--set %s: want name=value: --set %[1]s=%s":                           "--set %s：应为 name=value：--set %[1]s=%s",
		"%s is too much: write --set %[1]s for a field, or \"%s %[1]s\" for a parameter of the tree": "%s 是多余的：字段写成 --set %[1]s，行为树的参数写成 \"%s %[1]s\"",
		"%s is too much: write --why %[1]s to ask about a node":                                      "%s 是多余的：要问某个节点，写 --why %[1]s",

		// new.go
		"Write a new project, a pattern, or the file of a behavior, tree or test": "新建项目、模板，或者行为、行为树、测试的文件",
		`New writes the first files: "bough new behavior combat.taunt" writes
scripts/combat/taunt.lua, "bough new tree ogre" writes scripts/ogre.bt, and "bough new
test ogre" writes scripts/ogre_test.lua, which tests the tree ogre. A file that exists is
never touched, except that a pattern adds lines to agent.fields.

"bough new project" writes the folder scripts with a tree, its behaviors, the list of the
fields that the game sets, a test, and a scene; "bough new project DIR" does so in the
folder DIR. It also writes what "bough new editors" writes for scripts that you have:
settings for the Lua language server, EmmyLua, luacheck and selene, and definitions of what
scripts can use. "bough api --luals -w" writes the definitions anew.

"bough new pattern" lists the patterns: what characters often do, such as patrol or chase.
"bough new pattern patrol" writes the tree patrol, its scripts, the table of its numbers, a
test, and a scene.`: `new 写出最初的文件："bough new behavior combat.taunt" 写 scripts/combat/taunt.lua，
"bough new tree ogre" 写 scripts/ogre.bt，"bough new test ogre" 写 scripts/ogre_test.lua，
即行为树 ogre 的测试。已有的文件绝不会改动，只有模板会往 agent.fields 里加行。

"bough new project" 写一个文件夹 scripts，里面有一棵行为树、它的行为、游戏所设字段的清单、一个
测试和一个场景；"bough new project DIR" 写到文件夹 DIR 里。它还会写 "bough new editors" 为已有脚本
所写的东西：Lua language server、EmmyLua、luacheck 和 selene 的设置，以及脚本可用内容的定义。
"bough api --luals -w" 会重新写这些定义。

"bough new pattern" 列出模板，即角色常做的事，例如巡逻或追赶。"bough new pattern patrol" 写出行为
树 patrol、它的脚本、数值表、一个测试和一个场景。`,
		"%s wants a kind and a name: bough new behavior combat.taunt, bough new tree ogre, bough new test ogre, bough new pattern, bough new editors, or bough new project": "%s 需要种类和名字：bough new behavior combat.taunt、bough new tree ogre、bough new test ogre、bough new pattern、bough new editors 或 bough new project",
		"--keep is for bough new pattern NAME":                                              "--keep 只用于 bough new pattern NAME",
		"the scripts of a new project lie in its folder %s: bough new project DIR":          "新项目的脚本放在它的文件夹 %s 里：bough new project DIR",
		"directory of scripts and trees (default ./scripts)":                                "脚本和行为树所在的文件夹（默认 ./scripts）",
		"with a pattern: use the scripts that are there, such as a walk_to.lua of your own": "用模板新建时，使用已有的脚本，例如自己写的 walk_to.lua",
		`-- Tests of the tree NAME. Run them with: bough test -v
return {
  ["NAME does something"] = function(t)
    local one = t.spawn("NAME", {})  -- in the braces: its fields, such as hp = 100
    t.tick(3)
    t.expect(t.doing(one) ~= "", "it does something")
    print(t.why(one))                -- what it does, and why; remove it when you know
  end,
}
`: `-- 行为树 NAME 的测试。运行：bough test -v
return {
  ["NAME 做点什么"] = function(t)
    local one = t.spawn("NAME", {})  -- 花括号里写字段，例如 hp = 100
    t.tick(3)
    t.expect(t.doing(one) ~= "", "它在做点什么")
    print(t.why(one))                -- 它做什么、为什么；知道以后就删掉
  end,
}
`,
		"%s would be a test, since its name ends in %s; choose another name, or bough new test %s": "%s 会成为测试，因为名字以 %s 结尾；换个名字，或者用 bough new test %s",
		`-- NAME: say here what it is for and how to tune it.
return {
  doc = "What NAME does, in a sentence.",

  -- Tuning; a tree may override each: LAST speed=2
  params = { speed = 1 },

  -- Is it ready? Must not change anything. Remove it if it always is.
  precondition = function(agent, params)
    return true
  end,

  -- Called in every tick while active. Returns nothing while it continues,
  -- "success" or "failure" when it is over.
  behavior = function(agent, params)
  end,
}
`: `-- NAME：在这里写它是干什么的、怎么调。
return {
  doc = "用一句话写 NAME 做什么。",

  -- 数值；行为树里可以改：LAST speed=2
  params = { speed = 1 },

  -- 能不能运行？不能改变任何东西。总是能运行的话就删掉。
  precondition = function(agent, params)
    return true
  end,

  -- 激活期间每帧调用。继续时不返回，结束时返回 "success" 或 "failure"。
  behavior = function(agent, params)
  end,
}
`,
		`tree NAME "What NAME is, in a sentence."
  # One node a line, a behavior by its name; what is indented stands below.
  # The first child that is ready runs. Write conditions as: when hp < 30
  ROOT
`: `tree NAME "用一句话写 NAME 是什么。"
  # 一行一个节点，行为写名字；缩进的行在它下面。
  # 第一个可运行的子节点会运行。条件写成：when hp < 30
  ROOT
`,
		"the name of a %s has no extension: write %s":                                                           "%s 的名字不带扩展名：写成 %s",
		"the name of a %s has dots between its parts: write %s":                                                 "%s 的名字各部分之间用点：写成 %s",
		"there is a tree %s already, at %s: choose another name":                                                "已经有行为树 %s（在 %s）：换个名字",
		"%s is not empty: it contains %s; nothing is written: choose another folder with bough new project DIR": "%s 不是空的：里面有 %s；什么也没有写：用 bough new project DIR 换个文件夹",
		"for editors:": "编辑器设置：",
		`
Next:
%s  bough test -v
  bough run scripts/villager.scene
  bough explain villager --set hp=10 --set x=0
  bough play scripts/villager.scene
While the scene plays, edit and save scripts/flee.lua. To find mistakes: bough check
`: `
接下来：
%s  bough test -v
  bough run scripts/villager.scene
  bough explain villager --set hp=10 --set x=0
  bough play scripts/villager.scene
场景运行时，修改并保存 scripts/flee.lua。要查错误：bough check
`,
		"the settings name the folder of the scripts from the present folder: run the command in the folder that contains %s": "设置里写的是从当前文件夹到脚本文件夹的路径：请在含有 %s 的文件夹里运行这个命令",
		"%s is there already, and left as it is\n":           "%s 已经存在，保持原样\n",
		"%s exists already; choose another name, or edit it": "%s 已经存在；换个名字，或者直接修改它",

		// output.go
		"also held back until the errors are corrected: %s\n": "改好错误之前同样暂不生效：%s\n",
		"no problems": "没有问题",
		"%d errors":   "%d 个错误",
		"%d warnings": "%d 个警告",

		// pattern.go
		`
To write one: bough new pattern patrol
`: `
要写出一个：bough new pattern patrol
`,
		"%s exists already; nothing is written: to write the pattern %s, first delete that file or move it out of %s":                                 "%s 已经存在，什么也没有写：要写出模板 %s，先删掉这个文件，或者把它移出 %s",
		"%s is not the %s of the pattern %s; nothing is written: to use yours, add --keep; to have both, first type bough rename %[2]s NEW_NAME%[4]s": "%s 不是模板 %[3]s 的 %[2]s，什么也没有写：要用你的，加 --keep；两个都要，先运行 bough rename %[2]s NEW_NAME%[4]s",
		"there is a tree %s already, at %s; nothing is written: give that tree another name":                                                          "已经有行为树 %s（在 %s），什么也没有写：给那棵行为树换个名字",
		"the patterns are %s":        "可用的模板有 %s",
		"there is no pattern %s: %s": "没有模板 %s：%s",
		"Of the pattern %s:":         "模板 %s 用到的：",
		`
Next:
  bough test --filter %[1]s%[2]s
  bough run %[3]s
  bough play %[3]s
While the scene plays, edit and save %[4]s. In another tree: tree %[5]s
`: `
接下来：
  bough test --filter %[1]s%[2]s
  bough run %[3]s
  bough play %[3]s
场景运行时，修改并保存 %[4]s。在别的行为树里这样引用：tree %[5]s
`,

		// play.go
		"Play trees while you edit their scripts": "运行行为树，同时修改脚本",
		`Play shows what agents do while you edit their scripts. A script or tree that you save
takes effect at once. Press ? for the keys. The files of a bundle are not watched.

With the name of a tree, play runs agents of that tree. It shows the active nodes and the
fields of each agent, and all problems. You can set the fields. Agents that have the
fields x and y are drawn at their positions. With FILE.scene it plays a scene in real
time. With neither, it plays the only scene of the folder or, without scenes, the only
tree; if there are several, it lists them. If the folder has the trees of the samples,
monsters, guards, dogs and villagers play in an arena; without a folder of scripts they
run the samples. With --agents any trees play there.

With --web it prints the address of a page for a browser, which shows the same and the
last minute: what each agent did, why, and who wrote which value. It plays in real time
until you press Ctrl-C, needs no terminal, and prints events on standard error. The
address has a secret after #, which is kept for the folder of scripts, so a page that is
open continues when the game is played again. Who has the secret can change the game.

With --ticks or --plain it prints events line by line, and a summary at the end. With
--plain it plays in real time until you press Ctrl-C. Without a terminal and without these
flags it plays 600 ticks and prints events. The lines that scripts print are limited to 40
for each second of the game; the others are counted. The exit code is then 1 if there are
errors in files, or if scripts have raised errors.`: `play 在你修改脚本的时候显示智能体在做什么。保存的脚本或行为树立刻生效。按 ? 看按键。包文件里的
文件不会被监视。

给出行为树的名字时，运行这棵行为树的智能体，显示激活的节点、每个智能体的字段和所有问题；字段可以
修改。有字段 x 和 y 的智能体画在它们的位置上。给出 FILE.scene 时，实时运行场景。两者都不给时，运行
文件夹里唯一的场景；没有场景时，运行唯一的行为树；有多个时会列出来。如果文件夹里有示例的行为树，就
让怪物、守卫、狗和村民在竞技场里活动；没有脚本文件夹时，用内置的示例。加 --agents 时，任何行为树都
可以放进竞技场。

加 --web 时，打印一个网页的地址，用浏览器打开，看到的内容相同，还有最近一分钟：每个智能体做了什么、
为什么、哪个值是谁写的。它实时运行，直到按 Ctrl-C，不需要终端，事件打印到标准错误。地址的 # 后面是
密钥，按脚本文件夹保存，所以再次运行时，已打开的网页会接着显示。拿到密钥的人可以改变游戏。

加 --ticks 或 --plain 时，逐行打印事件，最后打印汇总。--plain 是实时运行，直到按 Ctrl-C。没有终端、
也没有这些选项时，运行 600 帧并打印事件。脚本打印的行，游戏里每秒最多 40 行，其余只计数。文件有错误，
或者脚本抛出过错误时，退出码为 1。`,
		"directory, bundle, tree or scene": "文件夹、包文件、行为树或场景",
		"number of ticks to play as fast as possible, then end (0: in real time, until you quit)": "以最快速度运行这么多帧，然后结束（0：实时运行，直到退出）",
		"seed of all random numbers": "所有随机数的种子",
		"number of agents (of a tree: 1); without a tree or scene, plays all trees in the arena": "智能体的个数（给出行为树时默认 1）；没有行为树和场景时，让所有行为树在竞技场里运行",
		"field of the agents of a tree, `name=value`; may be repeated":                           "这棵行为树的智能体的字段，`name=value`；可以写多次",
		"number of workers; results do not depend on it":                                         "工作线程数；不影响结果",
		"speed to begin with, 0.1 to 16":                                                         "开始时的速度，0.1 到 16",
		"print lines, even on a terminal":                                                        "即使在终端里也逐行打印",
		"compare files at this interval, such as 500ms, for file systems that do not report changes (0: only on network and FUSE mounts)": "按这个间隔比较文件，例如 500ms，用于不报告改动的文件系统（0：只用于网络和 FUSE 挂载）",
		", instead of a summary":                 "，代替汇总",
		"with --cost, print the figures as JSON": "和 --cost 一起用，把数字打印为 JSON",
		"a scene has its own agents, fields and scripts; leave out --agents, --set and --scripts": "场景有自己的智能体、字段和脚本；去掉 --agents、--set 和 --scripts",
		"--set gives fields to the agents of a tree: bough play TREE --set hp=10":                 "--set 设置行为树的智能体的字段：bough play TREE --set hp=10",
		"this is %s; in an arena the trees play with bough play%s --agents %d":                    "运行的是 %s；要让行为树在竞技场里运行，用 bough play%s --agents %d",
		"--ticks %d; want 1 or more":                             "--ticks %d；应为 1 或更大",
		"--agents %d; want 1 to %d":                              "--agents %d；应为 1 到 %d",
		"--workers %d; want 1 to 64":                             "--workers %d；应为 1 到 64",
		"--speed %g; want %g to %g":                              "--speed %g；应为 %g 到 %g",
		"--poll %v; want 0 or more":                              "--poll %v；应为 0 或更大",
		"--web plays in real time; leave out --ticks and --cost": "--web 实时运行；去掉 --ticks 和 --cost",
		"--cost prints at the end; add --ticks 600, or --plain to count until you stop it": "--cost 在结束时打印；加上 --ticks 600，或者加 --plain，一直统计到停止为止",
		"--json goes with --cost": "--json 要和 --cost 一起用",
		"no terminal here: %d ticks are played as fast as possible; add --plain for real time without an end, or --ticks\n": "这里没有终端：以最快速度运行 %d 帧；要实时运行、不自动结束，加 --plain，或者用 --ticks\n",
		"%.0f ticks/s\n": "每秒 %.0f 帧\n",
		"%d agents":      "%d 个智能体",
		`
%s (%.1f s), %s
`: `
%s（%.1f 秒），%s
`,
		"%s, script errors %d\n":                       "%s，脚本错误 %d 个\n",
		"the terminal cannot be used: %w; try --plain": "终端不能用：%w；试试 --plain",

		// record.go
		"record the game in this `file`, for bough replay":                                                                   "把游戏录到这个 `file`，供 bough replay 使用",
		"save a recording of the last 30 s in this `folder` after each new script error and after bt.mark; the last 20 stay": "每次出现新的脚本错误，或调用 bt.mark 之后，把最近 30 秒的录像存到这个 `folder`；保留最近 20 份",
		"--record %s: the file is not a recording, and would be lost; choose another name":                                   "--record %s：这个文件不是录像，会被覆盖；换个名字",

		// rename.go
		"Rename a behavior in its file, in all trees and in tests": "给行为改名，包括文件、所有行为树和测试",
		`Rename moves the script of a behavior and changes its name in all trees, also in
expressions such as ran("melee"). If you have moved the script before, it changes the
rest. In tests it changes names in expectations, such as
t.expect_active(troll, "melee"), and paths. It changes nothing else: it leaves comments
alone, and lists places in scripts and tests that may mean the behavior. It prints its
changes; with -n it only prints them.`: `rename 移动行为的脚本，并在所有行为树里改名，包括 ran("melee") 一类的表达式。如果你已经移动了脚本，
它就改其余的地方。测试里改的是期望中的名字，例如 t.expect_active(troll, "melee")，以及路径。别的都
不改：注释保持原样，脚本和测试里可能指这个行为的地方会列出来。它会打印所有改动；加 -n 时只打印。`,
		"%s wants the present name and the new one: %s": "%s 需要现在的名字和新名字：%s",
		"change nothing": "什么也不改",
		"the name of a behavior has dots between its parts: write %s":                                                  "行为的名字各部分之间用点：写成 %s",
		"%s is a bundle, which is not changed; rename in the folder that it was made of":                               "%s 是包文件，不能改；请在打包前的文件夹里改名",
		"%s is a tree, and rename renames behaviors: edit its name in %s, and where bough check then finds it missing": "%s 是行为树，而 rename 只给行为改名：请在 %s 里改它的名字，再改 bough check 报告找不到它的地方",
		"%s has its new name already\n": "%s 已经是新名字\n",
		"%s becomes %s\n":               "%s 改为 %s\n",
		"%w; the script has its new name already, trees and tests before %s too": "%w；脚本已经改名，%s 之前的行为树和测试也已经改好",
		"%s exists already": "%s 已经存在",

		// replay.go
		"Re-run a recording, show any tick, and compare edited scripts with it": "重新运行录像，查看任意一帧，并和修改后的脚本比较",
		`Replay re-runs a recording of bough play --record, bough run --record, or a game with
Options.Record. Without flags it checks that all ticks repeat exactly, and otherwise
prints the first difference. With --cost it also prints what scripts cost.

With --at it shows what each agent does at the end of that tick. With --at and --agent it
shows the fields and requests of one agent, what it would do next, and what blocks its
other nodes. With --why, too, it explains the decision that the agent made in that tick,
with the values from before the tick. With --from it prints all events from that tick on,
up to --to, as bough run does. It also prints the hash of the scripts at the beginning
and at each reload, with the files that changed.

With --against it re-runs the recording under other scripts. For each agent it prints the
tick in which the agent first does something else, and why. With --watch it does so after
each save. The arena makes its own inputs, so its whole recording is compared. Other games
get the recorded inputs: the re-run ends when an agent does something else that the game
might have noticed.

With --against and the file of another recording, it runs both side by side and prints for
each agent the first tick in which it runs other nodes or has other fields: two runs of
a scene, or two machines of one match.

With --out it writes a file for another program: a .pftrace for the Perfetto UI, with the
fields that --field names, or a .btlog of one --agent for Groot2.

With --html it writes a page that opens in any browser by a click, without bough and without
a connection: the last 600 ticks, or --ticks, of the first agent, of --agent or of all
--agents, with what ran, the values, and why each node ran or did not. Scripts and trees are
only in it with --sources.

With --fork it plays on from the end of a tick, with the recorded scripts. With --web it
shows the recording on a page in a browser, as bough play --web shows a game; with --fork,
too, it shows the game that is played on.

A recording has scripts, and limits for them. Limits above the default ones need --trust.`: `replay 重新运行 bough play --record、bough run --record 或设置了 Options.Record 的游戏录下的录像。
不加选项时，检查每一帧是否完全重现，否则打印第一处不同。加 --cost 时，还会打印脚本的开销。

加 --at 时，显示那一帧结束时每个智能体在做什么。加 --at 和 --agent 时，显示一个智能体的字段和请求、
接下来会做什么，以及其他节点为什么不运行。再加 --why，就用那一帧之前的值解释那一帧的决策。加 --from
时，像 bough run 那样打印从那一帧起的所有事件，到 --to 为止；开头和每次热更新时还会打印脚本的哈希
和改动的文件。

加 --against 时，用别的脚本重新运行录像，打印每个智能体从哪一帧开始做得不同、为什么。加 --watch 时，
每次保存之后都这样做。竞技场自己产生输入，所以整份录像都能比较。别的游戏用录下的输入：
一旦智能体做得不同，而且游戏可能会察觉，重新运行就停止。

--against 给出另一份录像时，两份并排运行，打印每个智能体从哪一帧开始运行的节点或字段不同：例如同一
场景运行两次，或者同一局的两台机器。

加 --out 时，写出给别的程序用的文件：给 Perfetto UI 的 .pftrace，带 --field 给出的字段；或者给
Groot2 的 .btlog，只含一个 --agent。

加 --html 时，写出一个网页文件，双击就能在任何浏览器里打开，不需要 bough 和网络：最后 600 帧（或
--ticks 帧），第一个智能体、--agent 或所有 --agents，包括运行了什么、各个值，以及每个节点为什么运行
或不运行。脚本和行为树只在加 --sources 时才放进去。

加 --fork 时，用录下的脚本从某一帧结束处接着玩。加 --web 时，在浏览器网页里显示录像，就像
bough play --web 显示游戏；再加 --fork，则显示接着玩的游戏。

录像里有脚本，也有它们的上限。上限超过默认值时需要 --trust。`,
		"the file of a recording":                   "录像文件",
		"show the agents at the end of this `tick`": "显示这个 `tick` 结束时的智能体",
		"with --at, show the fields and the next decision of this agent, such as troll#7; with --from, print only its events; with --out, write its .btlog; with --html, show it": "和 --at 一起用，显示这个智能体的字段和接下来的决策，例如 troll#7；和 --from 一起用，只打印它的事件；和 --out 一起用，写它的 .btlog；和 --html 一起用，显示它",
		"with --at and --agent, explain why the agent ran this `node` in the tick, or what blocked it; may be repeated":                                                           "和 --at、--agent 一起用，解释智能体在那一帧为什么运行这个 `node`，或者被什么挡住；可以写多次",
		"print the events from this `tick` on":                                                                                                            "打印从这个 `tick` 起的事件",
		"print the events up to this `tick` (default the last one)":                                                                                       "打印到这个 `tick` 为止的事件（默认到最后一帧）",
		"re-run under the scripts of this `directory`, or compare with another recording, FILE.bough":                                                     "用这个 `directory` 里的脚本重新运行，或者和另一份录像 FILE.bough 比较",
		"re-run after each save of a script in ./scripts, or in the directory of --against":                                                               "./scripts 或 --against 的文件夹里每保存一个脚本，就重新运行一次",
		"play on from the end of this `tick`":                                                                                                             "从这个 `tick` 结束处接着玩",
		"write this `file`, for the Perfetto UI (.pftrace) or Groot2 (.btlog)":                                                                            "写出这个 `file`，给 Perfetto UI（.pftrace）或 Groot2（.btlog）",
		"write this `file`, a page that shows the end of the recording":                                                                                   "写出这个 `file`，一个显示录像结尾的网页",
		"with --html, show all agents, at most 20":                                                                                                        "和 --html 一起用，显示所有智能体，最多 20 个",
		"with --html, put scripts and trees into the file":                                                                                                "和 --html 一起用，把脚本和行为树放进文件",
		"with --out, show this `field` as a counter; may be repeated":                                                                                     "和 --out 一起用，把这个 `field` 显示为曲线；可以写多次",
		"let the scripts of the file use more time and memory than by default, if the file says so":                                                       "如果文件要求，允许脚本用的时间和内存超过默认值",
		"with --cost, print only the figures, as JSON":                                                                                                    "和 --cost 一起用，只把数字打印为 JSON",
		"with --fork, number of ticks to play as fast as possible (0: in real time, until you quit); with --html, number of ticks up to the end (0: 600)": "和 --fork 一起用，以最快速度运行这么多帧（0：实时运行，直到退出）；和 --html 一起用，显示到结尾为止的帧数（0：600）",
		"--%s and --%s do different things; leave out one":                                                                                                "--%s 和 --%s 做的是两件事，只能选一个",
		"--agent goes with --at, --from, --out or --html":                                                                                                 "--agent 要和 --at、--from、--out 或 --html 一起用",
		"--why goes with --at and --agent":                                                                                                                "--why 要和 --at、--agent 一起用",
		"--%s goes with --%s":                                                                                                                             "--%s 要和 --%s 一起用",
		" or --":                                                                                                                                          " 或 --",
		"--agent shows one agent, and --agents all; leave out one":                                                                                        "--agent 显示一个智能体，--agents 显示全部，只能选一个",
		"--web plays in real time; leave out --ticks":                                                                                                     "--web 实时运行；去掉 --ticks",
		"%s: %v; only the ticks up to %d can be read\n":                                                                                                   "%s：%v；只能读到第 %d 帧\n",
		"%s: the game had %s, so its scripts may use more time or memory than scripts usually may; if you know where the file comes from, add --trust": "%s：游戏的 %s，所以脚本用的时间或内存可能超过平常的上限；如果知道文件的来历，加 --trust",
		"no %s":                                         "%s 没有上限",
		"the %s %d instead of %d":                       "%s 是 %d，而不是 %d",
		"ticks %d to %d, %s, repeat exactly\n":          "第 %d 到 %d 帧，%s，完全重现\n",
		"tick %d scripts %s\n":                          "第 %d 帧 脚本 %s\n",
		"tick %d restored or restarted\n":               "第 %d 帧 读档或重新开始\n",
		"%s (gone)":                                     "%s（已删除）",
		"tick %d reload %s: %s\n":                       "第 %d 帧 热更新 %s：%s\n",
		"--at %d: the recording has the ticks %d to %d": "--at %d：录像有第 %d 到 %d 帧",
		"at the end of tick %d there are no agents\n":   "第 %d 帧结束时没有智能体\n",
		"%s is %s in %s\n":                              "%s %s，在 %s\n",
		"other agents decide, since World.LimitTurns bounds their number": "轮到别的智能体决策，因为 World.LimitTurns 限制了个数",
		"paused":                              "已暂停",
		"suspended, since it keeps too much":  "已挂起，因为它保留的数据太多",
		"%s does not decide in tick %d: %s\n": "%s 在第 %d 帧不决策：%s\n",
		`in tick %d %s decided from these values:
%sin tick %d it ran: %s
`: `第 %d 帧，%s 根据这些值决策：
%s第 %d 帧运行了：%s
`,
		"in tick %d %s decided from these values:\n%s": "第 %d 帧，%s 根据这些值决策：\n%s",
		"at tick %d there is no agent %s; %s":          "第 %d 帧没有智能体 %s；%s",
		"requests %s on %s: %s\n":                      "在 %[2]s 上请求 %[1]s：%[3]s\n",
		"note: helpers have no recorded replies for this decision, since the recording ends here or the agent has no turn in the next tick; it may run something else\n": "注意：录像里没有这次决策所需的函数返回值，因为录像到此结束，或者智能体下一帧没有轮到；它实际运行的可能不同\n",
		"no node": "没有节点",
		"--from %d: the recording has the ticks %d to %d":                                           "--from %d：录像有第 %d 到 %d 帧",
		"--to %d is before --from %d":                                                               "--to %d 在 --from %d 之前",
		"in these ticks there is no agent %s; %s":                                                   "这些帧里没有智能体 %s；%s",
		"%s has no tree %s, which %s of the recording ran\n":                                        "%s 里没有行为树 %s，而录像里有%s运行它\n",
		"--out %s: want a file that ends in .pftrace or .btlog":                                     "--out %s：应为以 .pftrace 或 .btlog 结尾的文件",
		"--agent goes with a .btlog, which needs it, and not with a .pftrace, which has all agents": "--agent 用于 .btlog（必须给出），不用于 .pftrace（含有所有智能体）",
		"--field goes with a .pftrace":                                                              "--field 只用于 .pftrace",
		"--field %s: no agent of the recording has this field":                                      "--field %s：录像里没有智能体有这个字段",
		"there is no agent %s in the recording":                                                     "录像里没有智能体 %s",
		"after tick %d the game was restored or restarted; the log ends there":                      "第 %d 帧之后，游戏读档或重新开始了；日志到此结束",
		"… and %s\n":                             "…… %s\n",
		"up to tick %d all agents do the same\n": "到第 %d 帧为止，所有智能体做的事都一样\n",
		"there is no folder %s here: name that of the scripts with --against DIR": "这里没有文件夹 %s：用 --against DIR 给出脚本的文件夹",
		"-- waiting for the next save":                                            "-- 等待下一次保存",

		// run.go
		"Run a tree or a scene without a game and print what happens": "不用游戏就运行行为树或场景，并打印发生了什么",
		`Run spawns agents that run a tree, ticks them, and prints each entry, result and exit,
and what scripts print, to standard output. Script errors go to standard error; if there
are any, the exit code is 1. With a bundle, the tree is one of the bundle. Without a
folder of scripts, the tree may be one of the samples.

A scene is a text file beside the scripts that says, tick by tick, which agents there are
and what happens to them. It uses the scripts of its own folder. A scene takes --seed,
--workers, --budget, --record, --synctest, and --cost or --memory with --json. Each line of a scene
is a command:
%s.`: `run 生成运行某棵行为树的智能体，逐帧运行，把进入、结果、退出和脚本打印的内容写到标准输出。脚本错误
写到标准错误；有错误时退出码为 1。给出包文件时，行为树取自包文件。没有脚本文件夹时，行为树可以是示例
里的。

场景是脚本旁边的文本文件，逐帧写明有哪些智能体、发生什么事。它用自己所在文件夹的脚本。场景可以带
--seed、--workers、--budget、--record、--synctest，以及带 --json 的 --cost 或 --memory。场景的每一行
是一个命令：
%s。`,
		"the name of a tree or a file that ends in .scene":                         "行为树的名字，或者以 .scene 结尾的文件",
		"print events as JSON, one per line; or the figures of --cost or --memory": "把事件打印为 JSON，每行一个；或者打印 --cost、--memory 的数字",
		"print only the end result":                                                "只打印最后的结果",
		", instead of events":                                                      "，代替事件",
		"after each tick, make this number of ticks, restore the game, make them again, and compare (0: do not)":   "每帧之后再运行这么多帧，恢复游戏，重新运行一遍并比较（0：不做）",
		"print an estimate of the memory that agents keep at the end, and their largest tables, instead of events": "打印结束时智能体占用内存的估计和最大的表，代替事件",
		"--synctest must be 0 or more":                                          "--synctest 应为 0 或更大",
		"--memory and --cost print different things; leave out one":             "--memory 和 --cost 打印的东西不同，只能选一个",
		"--synctest makes more ticks, which would count; leave out --cost":      "--synctest 会多运行一些帧，影响统计；去掉 --cost",
		"run %s: say which tree: bough run %s TREE":                             "run %s：请写明行为树：bough run %s TREE",
		"after %d ticks %s is stopped since its tick %d: it keeps too much\n":   "%d 帧之后，%s 从自己的第 %d 帧起停止：它保留的数据太多\n",
		"after %d ticks %s is %s\n":                                             "%d 帧之后，%s %s\n",
		"a scene has its own agents, fields, scripts and ticks; leave out --%s": "场景有自己的智能体、字段、脚本和帧数；去掉 --%s",
		"a scene prints what its command show selects; leave out --%s":          "场景打印什么由它的命令 show 决定；去掉 --%s",
		"%s: the scripts are in the folder %s: write the line: scripts %s":      "%s：脚本在文件夹 %s 里：请加一行：scripts %s",
		" (quarantine)":                         "（已隔离）",
		"tick %d %s error at %s\n":              "第 %d 帧 %s 出错，位置 %s\n",
		"the error at %s was raised %d times\n": "%s 的错误共发生 %d 次\n",
		"tick %d %s says %s\n":                  "第 %d 帧 %s 说：%s\n",
		"entries":                               "条目",
		"what":                                  "内容",
		"  %s keeps":                            "  %s 保留",

		// session.go
		"directory of scripts and trees, or a bundle, FILE.zip (default ./scripts)":                       "脚本和行为树所在的文件夹，或者包文件 FILE.zip（默认 ./scripts）",
		"folder or bundle, FILE.zip, whose `files` come in place of those of the scripts, or in addition": "文件夹或包文件 FILE.zip，其中的 `files` 代替或补充脚本的文件",
		"overlay %s: %v":              "覆盖层 %s：%v",
		"overlay %s has no files yet": "覆盖层 %s 里还没有文件",
		"overlay %s, %s: %s":          "覆盖层 %s，%s：%s",
		"number of ticks":             "帧数",
		"number of agents":            "智能体的个数",
		"time between two ticks":      "两帧之间的时间",
		"field of the agents, `name=value`, the value a number, true, false or text; may be repeated": "智能体的字段，`name=value`，值为数字、true、false 或字符串；可以写多次",
		"instructions per hook call (0 the default, -1 no limit)":                                     "每次钩子调用的指令数（0 为默认，-1 不限）",
		"--ticks must be 0 or more, --agents and --workers 1 or more":                                 "--ticks 应为 0 或更大，--agents 和 --workers 应为 1 或更大",
		"--dt %v is negative":      "--dt %v 是负数",
		"--workers %d; at most 64": "--workers %d；最多 64",
		"mark %s: %s\n":            "标记 %s：%s\n",
		"log: %s\n":                "日志：%s\n",
		"log %s: %s\n":             "日志 %s：%s\n",
		"--overlay: there is no folder or bundle %s: make the folder, which may be empty": "--overlay：没有文件夹或包文件 %s：请先建好文件夹，可以是空的",
		"%w; of the samples, %s": "%w；示例里，%s",
		"there is no folder scripts here: these are the samples that bough contains":                    "这里没有文件夹 scripts：用的是 bough 内置的示例",
		"%s is a path; give the name of a tree: bough %s %s":                                            "%s 是路径；请给出行为树的名字：bough %s %s",
		"%s is a scene; give the name of a tree: bough %s TREE":                                         "%s 是场景；请给出行为树的名字：bough %s TREE",
		"%s is a file of trees; give the name of a tree: bough %s %s":                                   "%s 是行为树文件；请给出行为树的名字：bough %s %s",
		"%s is the file of a behavior; give the name of a tree: bough %s TREE":                          "%s 是行为的文件；请给出行为树的名字：bough %s TREE",
		"there is no file %s here: did you mean %s?":                                                    "这里没有文件 %s：是不是想写 %s？",
		"there is no folder %s here, but there are scripts: add --scripts .":                            "这里没有文件夹 %s，但有脚本：加上 --scripts .",
		"there is no folder %s here: make one with bough new project, or name yours with --scripts DIR": "这里没有文件夹 %s：用 bough new project 建一个，或者用 --scripts DIR 给出你的",
		"bundle %s: %w; give a file that bough bundle has written":                                      "包文件 %s：%w；请给出 bough bundle 写出的文件",
		"there is no directory or bundle %s here: give the directory %s, which holds %s":                "这里没有文件夹或包文件 %s：请给出文件夹 %s，里面有 %s",
		"%s is a file; give the directory that holds the .lua and .bt files":                            "%s 是文件；请给出 .lua 和 .bt 文件所在的文件夹",
		"the scripts are in the folder %s: give that one in place of %s":                                "脚本在文件夹 %s 里：请给出它，而不是 %s",
		"there is no directory or bundle %s here: give the directory that holds the .lua and .bt files": "这里没有文件夹或包文件 %s：请给出 .lua 和 .bt 文件所在的文件夹",
		"--set %s: want name=value":                                                                     "--set %s：应为 name=value",
		"--set %q: write it without spaces: --set %s=%s":                                                "--set %q：中间不要空格：--set %s=%s",
		"--set %s: give each field a flag of its own: --set %s=%s --set %s":                             "--set %s：每个字段单独写一个选项：--set %s=%s --set %s",
		"--set %s: %w":            "--set %s：%w",
		"warning: --set %s: %s\n": "警告：--set %s：%s\n",
		"--set %s: no script or tree has a field %s: did you mean --set %s=%s?":           "--set %s：没有脚本或行为树用到字段 %s：是不是想写 --set %s=%s？",
		"there is no tree %q, but a scene: give its file %s":                              "没有行为树 %q，但有场景：请给出它的文件 %s",
		"%s is a bundle, which holds no tests; give the directory that it was made of":    "%s 是包文件，里面没有测试；请给出打包前的文件夹",
		"%s is a file; give the directory of the scripts, and choose tests with --filter": "%s 是文件；请给出脚本的文件夹，用 --filter 选择测试",

		// site.go
		"Write a web site with a playground and the documentation": "写出带演练场和文档的网站",
		`Site writes a folder that any web server shows, without a program behind it. In OUT/play is
the playground: the page of bough play --web with the engine in a worker of the browser. The
scenes of the gallery and the patterns open there and can be changed. In OUT/docs is the
documentation, with a search. What is in both folders is replaced. OUT/llms.txt is the
reference for language models.

A released bough contains the engine for browsers. Another one builds it with Go, in a clone
of the repository or in a module that requires it.`: `site 写出一个文件夹，任何网页服务器都能显示，不需要后台程序。OUT/play 里是演练场：bough play --web
的网页，引擎在浏览器的 worker 里运行。示例库的场景和各个模板可以在那里打开和修改。OUT/docs 里是
可以搜索的文档。这两个文件夹里原有的内容会被替换。OUT/llms.txt 是给语言模型看的参考。

发布版的 bough 自带浏览器用的引擎。其他版本用 Go 编译它，要在仓库的克隆里，或者在依赖它的模块里运行。`,
		"a folder to write to": "要写入的文件夹",
		"%s has other files: give a folder that is new, empty, or a site of Bough": "%s 里有别的文件：请给出新的、空的，或者 Bough 网站的文件夹",
		"%s, in gzip:\n":                                                       "%s，gzip 压缩后：\n",
		"  engine %.2f MB (%.1f MB unpacked)\n":                                "  引擎 %.2f MB（解压后 %.1f MB）\n",
		"  page   %d kB, with the editor\n":                                    "  网页 %d kB，含编辑器\n",
		"  scenes %d kB, %s, each when it is opened\n":                         "  场景 %d kB，%s，打开时才加载\n",
		"  docs   %d kB with pictures, and %d kB when something is searched\n": "  文档 %d kB，含图片；搜索时另加 %d kB\n",
		"this program has no engine for browsers, and cannot build it: %s; call bough site in a clone of https://%s, with Go installed, or take a released bough": "这个程序没有浏览器用的引擎，也编译不了：%s；请在 https://%s 的克隆里运行 bough site（要装好 Go），或者用发布版的 bough",
		"there is no command go":       "没有命令 go",
		"here are no sources of Bough": "这里没有 Bough 的源代码",
		"the engine for browsers is built; this takes a minute or two the first time": "正在编译浏览器用的引擎；第一次需要一两分钟",
		"go build failed: %v":                            "go build 失败：%v",
		"go env failed: %v":                              "go env 失败：%v",
		"this Go has no %s in lib/wasm; another one may": "这个 Go 的 lib/wasm 里没有 %s；换个版本的 Go 试试",

		// test.go
		"Run the tests that lie beside the scripts": "运行脚本旁边的测试",
		`Test runs the test files of a directory, whose names end in _test.lua: Lua files that
return a table of functions. Each function is a test. It gets a game of its own and the
table t, with which it spawns agents, makes ticks, and says what it expects:

  return {
    ["a hurt troll rests"] = function(t)
      local troll = t.spawn("troll", { hp = 100 })
      t.tick(3)
      troll.hp = 10
      t.tick()
      t.expect_active(troll, "rest")
    end,
  }

A test fails if something is not as expected, if a script raises an error, or if a
precondition changes something. Helpers that only the game binds are given to a test with
t.helper; the game's own Go tests can run the same files with the real ones.
It exits with 1 if a test fails, if there are errors in files, or if there is nothing to
run.

What t can do, which docs/testing.md explains:

`: `test 运行文件夹里名字以 _test.lua 结尾的测试文件：它们是 Lua 文件，返回一个由函数组成的表。每个函数是
一个测试，有自己的游戏和表 t，用它生成智能体、运行几帧、写明期望：

  return {
    ["受伤的巨魔会休息"] = function(t)
      local troll = t.spawn("troll", { hp = 100 })
      t.tick(3)
      troll.hp = 10
      t.tick()
      t.expect_active(troll, "rest")
    end,
  }

结果和期望不同、脚本抛出错误，或者前置条件改变了状态，测试就失败。只有游戏才绑定的函数，用 t.helper
提供给测试；游戏自己的 Go 测试可以用真正的函数运行同样的文件。测试失败、文件有错误，或者没有测试可运行
时，退出码为 1。

t 的用法，详见 docs/testing.md：

`,
		"directory": "文件夹",
		"there is no directory %s here; to run some of the tests, write --filter %[1]s": "这里没有文件夹 %s；要只运行部分测试，写 --filter %[1]s",
		"directory of the scripts (default ./scripts)":                                  "脚本所在的文件夹（默认 ./scripts）",
		"run only tests of which \"FILE: NAME\" contains this `text`":                   "只运行 \"FILE: NAME\" 里含有这个 `text` 的测试",
		"print the results as JSON":                                                     "把结果打印为 JSON",
		"seed of all random numbers of each test, 1 or more":                            "每个测试的随机数种子，1 或更大",
		"print each test, and what tests print":                                         "打印每个测试，以及测试打印的内容",
		"--seed 0; want 1 or more":                                                      "--seed 0；应为 1 或更大",
		"%s, %d failed%s\n":                                                             "%s，失败 %d 个%s\n",
		"%d tests":                                                                      "%d 个测试",
		", %s with errors left out":                                                     "，%s因有错误而略过",
		"%d test files":                                                                 "%d 个测试文件",
		", errors in %s":                                                                "，%s有错误",
		"ok    %s: %s\n":                                                                "通过  %s：%s\n",
		"FAIL  %s: %s, %d failed\n":                                                     "失败  %s：%s，失败 %d 个\n",
		"  FAIL  %s\n":                                                                  "  失败  %s\n",
		"  ok    %s (%s)\n":                                                             "  通过  %s（%s）\n",

		// usage.go
		"Usage:":              "用法：",
		"Examples:":           "例子：",
		"Available Commands:": "命令：",
		"Flags:":              "选项：",
		"Global Flags:":       "通用选项：",
		"Use \"%s [command] --help\" for more information about a command.": "用 \"%s [command] --help\" 查看某个命令的详细说明。",
		" (default %s)":                         "（默认 %s）",
		"help for %s":                           "%s 的帮助",
		"unknown shorthand flag: %q in -%s":     "没有短选项 %q（在 -%s 里）",
		"unknown flag: --%s":                    "没有选项 --%s",
		"flag needs an argument: -%s":           "选项 -%s 需要一个值",
		"flag needs an argument: --%s":          "选项 --%s 需要一个值",
		"invalid argument %q for \"--%s\" flag": "选项 --%[2]s 的值 %[1]q 不对",
		"bad flag syntax: %s":                   "选项的写法不对：%s",

		// version.go
		"Print the version": "打印版本",
		" with changes":     "，有改动",
		" (commit %s%s)":    "（提交 %s%s）",

		// web.go
		"serve a page in place of the screen, at this `address` of this machine, as --web=HOST:PORT (--web alone: %s, and the last port)": "用网页代替终端画面，地址为本机的这个 `address`，写成 --web=HOST:PORT（只写 --web 时为 %s 和上次的端口）",
		"%s is not a part of the flag: write --web=%[1]s":                                                            "%s 不是选项的一部分：写成 --web=%[1]s",
		"--web=%s: want HOST, PORT or HOST:PORT of this machine, such as %s:8080":                                    "--web=%s：应为本机的 HOST、PORT 或 HOST:PORT，例如 %s:8080",
		"the page cannot be served at %s: %w":                                                                        "网页无法在 %s 提供：%w",
		"the port is not kept: %v\n":                                                                                 "端口没有记住：%v\n",
		"warning: other machines can open this page: who has its address with what is after # can change the game\n": "警告：别的机器也能打开这个网页：拿到地址和 # 后面内容的人可以改变游戏\n",

		// webpage.go
		"%s plays the scripts %s, and this game has those in %s: play it with bough play %s":                         "%s 用的是脚本 %s，而这个游戏用的是 %s 里的：请用 bough play %s 运行它",
		"the first %d of %d agents are shown\n":                                                                      "显示前 %d 个智能体，共 %d 个\n",
		"%d answers about single nodes are left out, since there are too many: give fewer --ticks, or one --agent\n": "略过了 %d 个关于单个节点的解释，因为太多：减少 --ticks，或者只给一个 --agent\n",
		"without sources":                     "不含源文件",
		"with the sources":                    "含源文件",
		"%s: %d kB, %s, ticks %d to %d, %s\n": "%s：%d kB，%s，第 %d 到 %d 帧，%s\n",
		"the recording begins at tick %d: --ticks %d shows all\n": "录像从第 %d 帧开始：--ticks %d 可以显示全部\n",

		// testwatch.go
		"FAIL  %s: %s\n": "失败  %s：%s\n",

		// play.go
		"with --web, show in the editor of the page which lines have run": "和 --web 一起用，在网页的编辑器里标出运行过的行",

		// coverage.go, its last row
		"all": "合计",

		// signs
		"%s, %s: %s\n": "%s，%s：%s\n",
		"%s, %s":       "%s，%s",
		"%s: %s":       "%s：%s",
		"%s %s":        "%s%s",
		// coverage.go, watch.go, testwatch.go and lsp.go
		"\ncoverage\tlines\thooks\tnodes\toutcomes\t\n":                  "\n覆盖率\t行\t钩子\t节点\t条件结果\t\n",
		"%s after each save, and print what has changed; Ctrl-C ends it": "每次保存后%s，并打印有变化的内容；按 Ctrl-C 结束",
		"check again":         "重新检查",
		"run the tests again": "重新运行测试",
		"%s is a bundle, which does not change; give --watch the directory that it was made of":           "%s 是包文件，不会变化；请把打包前的文件夹交给 --watch",
		"--%s is for one run; leave it out or --watch":                                                    "--%s 只用于单次运行；去掉它，或去掉 --watch",
		"--poll is for --watch; add it or leave out --poll":                                               "--poll 要和 --watch 一起用；加上 --watch，或去掉 --poll",
		"with --watch, compare files at this interval (0: only where the system does not report changes)": "配合 --watch：按这个间隔比较文件（0：只在系统不报告变化的地方比较）",
		"watching %s: %w":                     "监视 %s：%w",
		"waiting for changes; Ctrl-C ends it": "等待修改；按 Ctrl-C 结束",
		"new:":                                "新出现：",
		"gone:":                               "已消失：",
		"fails as before: %s\n":               "仍然失败：%s\n",
		"print what the tests have run of scripts and trees, and what they have not":                     "打印测试运行到了脚本和行为树的哪些部分，哪些没有运行到",
		"write what the tests have run to a `file`: .json, or .info in the format LCOV; may be repeated": "把测试运行到的部分写入文件（`file`）：.json，或 LCOV 格式的 .info；可重复",
		"exit with 1 if the tests have run less than this `percent`":                                     "测试的覆盖率低于这个百分数（`percent`）时，退出码为 1",
		"write the results to a `file` in the format JUnit, for CI services":                             "把结果以 JUnit 格式写入文件（`file`），供 CI 服务读取",
		"--cover-out %s: want a file whose name ends in .json, or in .info or .lcov for the format LCOV": "--cover-out %s：应为以 .json 结尾的文件名；LCOV 格式以 .info 或 .lcov 结尾",
		"--cover-min %v; want a number from 0 to 100":                                                    "--cover-min %v：应为 0 到 100 的数",
		"--cover shows what has run in the editor of a page; add --web":                                  "--cover 在网页的编辑器里显示运行到的部分；请加上 --web",
		"the coverage is %s %%, less than %v %%\n":                                                       "覆盖率为 %s %%，低于 %v %%\n",
		"and %d more; -v lists all\n":                                                                    "还有 %d 条；-v 列出全部\n",
		"%s: hook %s was not called":                                                                     "%s: 钩子 %s 没有被调用过",
		"%s:%d: hook %s was not called":                                                                  "%s:%d: 钩子 %s 没有被调用过",
		"%s:%d: %s has not run%s":                                                                        "%s:%d: %s 没有运行过%s",
		"%s:%d: lines %[2]d to %d have not run":                                                          "%s:%d: 第 %[2]d 到 %d 行没有运行过",
		"%s:%d: nothing of the file has run":                                                             "%s:%d: 整个文件都没有运行过",
		"%s:%d: only a part of the line has run":                                                         "%s:%d: 这一行只运行了一部分",
		"%s:%d: the line has not run":                                                                    "%s:%d: 这一行没有运行过",
		"%s:%d: tree %s has not run":                                                                     "%s:%d: 行为树 %s 没有运行过",
		": %s was never true":                                                                            "：%s 从未成立",
		"condition %s":                                                                                   "条件 %s",
		"was never asked":                                                                                "从未被询问",
		"was never true":                                                                                 "从未成立",
		"was never false":                                                                                "从未不成立",
		"%s of %s, %d failed":                                                                            "%[2]s：%[1]s，失败 %[3]d 个",
		"there is no test %q in %s":                                                                      "%[2]s 里没有测试 %[1]q",
		"Serve editors by the Language Server Protocol":                                                  "通过语言服务器协议（LSP）为编辑器服务",
		"speak on standard input and output, as editors ask for; there is nothing else":                  "通过标准输入和输出通信，编辑器会这样要求；没有别的方式",
		`Lsp is a server that editors start. It speaks the Language Server Protocol on standard
input and output. For scripts, trees, tests, scenes and agent.fields it shows the findings
of bough check while you type, with quick fixes, and offers completion, hover, definition,
references, rename, symbols, lenses, colors, and formatting of trees.

It has no settings. The scripts of a file are those in the nearest folder above it that is
called scripts or has a file agent.fields. docs/editors.md says how an editor is told to
start it.`: `lsp 是由编辑器启动的语言服务器，通过标准输入和输出使用语言服务器协议（LSP）。
对脚本、行为树、测试、场景和 agent.fields，它在你输入时显示 bough check 的检查结果和快速修复，
并提供补全、悬停说明、跳转到定义、查找引用、重命名、符号、CodeLens、着色，以及行为树的格式化。

它没有设置项。一个文件所属的脚本文件夹，是它上方最近的、名为 scripts 或含有 agent.fields 的文件夹。
怎样让编辑器启动它，见 docs/editors.md。`,

		// mcp.go
		"%d lines": "%d 行",
		"%s is a bundle, which cannot be edited; give the directory that it was made of":                                       "%s 是包文件，不能编辑；请给出打包前的文件夹",
		"Serve check, explain, run and edit to a language model":                                                               "为语言模型提供检查、解释、运行和编辑",
		"a program with a language model starts bough mcp, not a person: docs/editors.md says what to write into its settings": "bough mcp 由带语言模型的程序启动，不由人启动：它的设置里该写什么，见 docs/editors.md",
		"the input is not that of the Model Context Protocol: %w":                                                              "输入不符合模型上下文协议（MCP）：%w",
		`MCP serves the scripts and trees of a directory to a program with a language model, which
starts it. It speaks the Model Context Protocol on standard input and output, and ends with
its input. The model can check the files, run trees and scenes, ask what an agent would do
and why, and edit files below the directory, nowhere else.`: `mcp 把一个文件夹里的脚本和行为树提供给带语言模型的程序，由那个程序启动。它通过标准输入和输出使用
模型上下文协议（MCP），输入结束时退出。模型可以检查文件，运行行为树和场景，询问某个智能体会做什么、为什么，
也可以编辑这个文件夹里的文件，别处的不行。`,
	}
})
