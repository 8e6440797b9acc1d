package playground

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		"%q is no path of a file: write it like guard.bt or move/flee.lua":                        "%q 不是文件路径：请写成 guard.bt 或 move/flee.lua 这样",
		"there are %d files: a playground opens at most %d; play them with bough play --web":      "共 %d 个文件：演练场最多打开 %d 个；请用 bough play --web 运行",
		"the files have %d bytes: a playground opens at most %d; play them with bough play --web": "文件共 %d 字节：演练场最多打开 %d 字节；请用 bough play --web 运行",
		"there is no scene %q among the files: give the path of one that ends in %s":              "文件里没有场景 %q：请给出一个以 %s 结尾的路径",
	}
})
