package message

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// phrases are texts that are arguments of messages, in Chinese; %s stands for a part. The arguments themselves stay as they
// are in English, since programs may read them, so they are translated where they are shown. Of two that fit, the longer
// one is taken.
var phrases = map[string]string{
	"a base from 2 to 36":  "2 到 36 的进制",
	"a coroutine":          "协程",
	"a field":              "字段",
	"a finite number":      "有限的数字",
	"a function":           "函数",
	"a function of a file": "脚本文件里的函数",
	"a handle of %s":       "%s 的句柄",
	"a handle of %s, as Go code puts into a field":                                     "%s 的句柄，由 Go 代码放进字段",
	"a handle of %s, not of %s":                                                        "%s 的句柄，而不是 %s 的",
	"a handle of %s, not one that the test has made: replace the function by t.helper": "%s 的句柄，而不是测试自己做的：用 t.helper 替换这个函数",
	"a handle of %s, which only the game has":                                          "%s 的句柄，只有游戏才有",
	"a handle that is not a nil pointer of Go":                                         "不是 Go 空指针的句柄",
	"a list":                                 "列表",
	"a list, such as { ... }":                "列表，例如 { ... }",
	"a list, without other keys (one is %s)": "列表，没有其他键（这里有 %s）",
	"a list of which each element is %s (element %s is %s)": "列表，每个元素都是%s（第 %s 个是 %s）",
	"a long expression":                       "很长的表达式",
	"a long text":                             "很长的字符串",
	"a name":                                  "名字",
	"a name, which messages show":             "名字，消息里会显示它",
	"a number":                                "数字",
	"a number from %s to %s":                  "%s 到 %s 的数字",
	"a number of %s or less":                  "不大于 %s 的数字",
	"a number of %s or more":                  "不小于 %s 的数字",
	"a number of seconds":                     "秒数",
	"a number of seconds above 0, at most %s": "大于 0 的秒数，最多 %s",
	"a number of seconds, 0 or more":          "秒数，0 或更大",
	"a number of seconds, 0 or more (at most thirty years)":    "秒数，0 或更大（最多三十年）",
	"a part of the text of the error":                          "错误文字的一部分",
	"a string":                                                 "字符串",
	"a string, a table or a function":                          "字符串、表或函数",
	"a table":                                                  "表",
	"a table of fields, such as { hp = 100 }":                  "字段的表，例如 { hp = 100 }",
	"a table of which each entry is %s (%s is %s)":             "表，每一项都是%s（%s 是 %s）",
	"a table or nil":                                           "表或 nil",
	"a table whose %s is %s":                                   "表，其中 %s 是%s",
	"a table whose %s is %s (%s is missing)":                   "表，其中 %s 是%s（缺少 %s）",
	"a table with texts as keys":                               "以字符串为键的表",
	"a table with texts as keys (one is %s)":                   "以字符串为键的表（这里有 %s）",
	"a table with the numbers x and y":                         "含有数字 x 和 y 的表",
	"a table without %s":                                       "没有 %s 的表",
	"a table, such as %s":                                      "表，例如 %s",
	"a table, { channel = \"legs\", priority = 5, data = {} }": "表，{ channel = \"legs\", priority = 5, data = {} }",
	"a text":                             "字符串",
	"a text in quotes":                   "带引号的字符串",
	"a text that says what is wrong":     "写明哪里不对的字符串",
	"a text that says what should be so": "写明应当如何的字符串",
	"a text that says what should be so; to compare two values there is t.equal": "写明应当如何的字符串；比较两个值用 t.equal",
	"a text, or a part of it":                   "字符串，或它的一部分",
	"a value":                                   "值",
	"a value for each % of the format":          "格式里每个 % 对应的值",
	"a value whose __tostring returns a string": "__tostring 返回字符串的值",
	"a whole number":                            "整数",
	"a whole number from %s to %s":              "%s 到 %s 的整数",
	"a whole number from -2^53 to 2^53 (for larger ones, let the helper take a string)": "-2^53 到 2^53 的整数（更大的数，让这个函数接收字符串）",
	"a whole number of ticks, 1 to %s":                                                  "帧数，1 到 %s 的整数",
	"all boards":                                                                        "所有黑板",
	"an agent, as t.spawn gives it":                                                     "t.spawn 返回的智能体",
	"an entry":                                                                          "条目",
	"nothing at all":                                                                    "什么也没有",
	"plain data":                                                                        "普通数据",
	"plain data (%s)":                                                                   "普通数据（%s）",
	"table with %s elements":                                                            "有 %s 个元素的表",
	"table with 1 element":                                                              "有 1 个元素的表",
	"the agent":                                                                         "智能体",
	"the agent that the hook was given":                                                 "钩子得到的那个智能体",
	"the board %s":                                                                      "黑板 %s",
	"the condition":                                                                     "条件",
	"the end of the text":                                                               "文件结尾",
	"the end of the line":                                                               "行尾",
	"the handle %s":                                                                     "句柄 %s",
	"the id of an agent, a whole number":                                                "智能体的编号，一个整数",
	"the kind of the request, such as \"attack\"":                                       "请求的种类，例如 \"attack\"",
	"the kind of what happens, such as \"stumble\"":                                     "所发生的事的种类，例如 \"stumble\"",
	"the name of a %s":                                                                  "%s 的名字",
	"the name of a board":                                                               "黑板的名字",
	"the name of a channel":                                                             "通道的名字",
	"the name of a channel, such as \"legs\"":                                           "通道的名字，例如 \"legs\"",
	"the name of a helper, such as \"field.sight\"":                                     "游戏函数的名字，例如 \"field.sight\"",
	"the name of a node":                                                                "节点的名字",
	"the name of a node, such as \"flee\"":                                              "节点的名字，例如 \"flee\"",
	"the name of a stimulus":                                                            "刺激的名字",
	"the name of a tree":                                                                "行为树的名字",
	"the number of an agent":                                                            "智能体的编号",
	"the number of an argument":                                                         "参数的序号",
	"the request %s":                                                                    "请求 %s",
	"the stimulus %s":                                                                   "刺激 %s",
	"the text %s":                                                                       "字符串 %s",
	"this comparison":                                                                   "这个比较",
	"this table":                                                                        "这个表",
	"true or false":                                                                     "true 或 false",
}

// pattern is a phrase with parts.
type pattern struct {
	begin string // the text before the first part
	form  *regexp.Regexp
	zh    string
}

var patterns = sync.OnceValue(func() (list []pattern) {
	keys := slices.Collect(maps.Keys(phrases))
	slices.SortFunc(keys, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	for _, key := range keys {
		if strings.Contains(key, "%s") {
			form := strings.ReplaceAll(regexp.QuoteMeta(key), "%s", "(.+)")
			begin, _, _ := strings.Cut(key, "%s")
			list = append(list, pattern{begin, regexp.MustCompile("^" + form + "$"), phrases[key]})
		}
	}
	return list
})

// phrase returns an argument in Chinese, or as it is.
func phrase(text string) string {
	if zh, ok := phrases[text]; ok {
		return zh
	}
	if !strings.Contains(text, " ") {
		return text
	}
	for _, p := range patterns() {
		if !strings.HasPrefix(text, p.begin) {
			continue
		}
		if m := p.form.FindStringSubmatch(text); m != nil {
			zh := p.zh
			for _, part := range m[1:] {
				zh = strings.Replace(zh, "%s", phrase(part), 1)
			}
			return zh
		}
	}
	if rest, ok := strings.CutSuffix(text, ", or nil"); ok {
		return phrase(rest) + "，或 nil"
	}
	if rest, ok := strings.CutSuffix(text, " (text)"); ok {
		return rest + " (字符串)"
	}
	return text
}
