package statediff

import "github.com/bough-dev/bough/internal/lang"

// tr has the texts of this package in Chinese.
var tr = lang.New(func() map[string]string {
	return map[string]string{
		// statediff.go
		"not %s: %s":                           "%s没有：%s",
		"only %s: %s":                          "只有%s有：%s",
		"in another order %s: %s":              "%s顺序不同：%s",
		"the clock is %v":                      "时钟为 %v",
		"%s runs %s, and is %v after %d ticks": "%s 运行 %s，状态 %v，共 %d 帧",
		"%s has %s = %s":                       "%s 的字段 %s = %s",
		"%s has been in %s for %v":             "%s 已在 %s 中 %v",
		"%s holds the stimulus %s: %s":         "%s 持有刺激 %s：%s",
		"%s requests %s on %s: %s":             "%s 在 %[3]s 上请求 %[2]s：%[4]s",
		"%s ran %s %d to %d ticks ago":         "%s 运行过 %s，%d 到 %d 帧之前",
		"%s is in quarantine":                  "%s 被隔离",
		"%s.%s is %v instead of %v":            "%s.%s 是 %v，而不是 %v",

		// signs
		"%s; %s: %s": "%s；%s：%s",
	}
})
