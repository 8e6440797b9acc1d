package message

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/cells"
	"github.com/bough-dev/bough/internal/lang"
)

// SetLanguage chooses the language of all texts for people, "en" or "zh". It is to be called before anything else, since
// texts that are formed before stay as they are.
func SetLanguage(name string) error { return lang.Set(name) }

// Language returns the name of the language.
func Language() string { return lang.Current() }

// byCodeChinese has the entries in Chinese. They have no causes and no examples.
var byCodeChinese = sync.OnceValue(func() map[string]*Entry { return codes(entries("zh")) })

// entryIn returns the entry of a code in Chinese if zh is set and there is one, and otherwise in English. It returns nil if
// the catalog has no such code.
func entryIn(zh bool, code string) *Entry {
	if zh {
		if e := byCodeChinese()[code]; e != nil {
			return e
		}
	}
	return byCode()[code]
}

// Translated returns an entry in Chinese, and reports whether there is one.
func Translated(code string) (Entry, bool) {
	if e := byCodeChinese()[code]; e != nil {
		return *e, true
	}
	return Entry{}, false
}

// English returns the text of an error in English, whatever the language is. Scripts see it: what they do with it must not
// depend on the language of a machine.
func English(err error) string {
	w, ok := err.(diag.Words)
	if !ok || lang.English() || byCode()[w.Code] == nil {
		return err.Error()
	}
	hint := ""
	if w.Remedy != nil {
		hint = textIn(false, w.Remedy.Code, w.Remedy.Args)
	}
	w = wordsIn(false, w.Code, w.Args)
	if hint == "" {
		hint = w.Hint
	}
	if hint == "" {
		return w.Text
	}
	return w.Text + ": " + hint
}

// comma returns what separates the texts of a list.
func comma(zh bool) string {
	if zh {
		return "、"
	}
	return ", "
}

// mostNamed is the number of texts that the format some leaves.
const mostNamed = 6

// some returns the first texts of a list and the number of the others, as "a, b, c, d, e, f and 3 more". In Chinese, the
// number is that of all.
func some(zh bool, parts []string) string {
	more := len(parts) - mostNamed
	switch {
	case more <= 0:
		return joined(zh, parts, "and")
	case zh:
		return strings.Join(parts[:mostNamed], comma(zh)) + fmt.Sprintf(" 等 %d 个", len(parts))
	}
	return strings.Join(parts[:mostNamed], comma(zh)) + fmt.Sprintf(" and %d more", more)
}

// joined returns "a", "a or b", or "a, b or c".
func joined(zh bool, parts []string, word string) string {
	if zh {
		word = map[string]string{"or": "或", "and": "和"}[word]
	}
	if n := len(parts) - 1; n > 0 {
		return strings.Join(parts[:n], comma(zh)) + " " + word + " " + parts[n]
	}
	return strings.Join(parts, "")
}

// noValue is the text of a result that is missing. It can also be a name, so it is no phrase.
const noValue = "nothing"

// fillChinese is fill in Chinese. Templates have a space beside an argument, since most are names in Latin letters. There is
// none beside one that is Chinese, unless it is a name itself.
func fillChinese(template []part, args diag.Args) string {
	filled, wasPhrase := "", false
	for _, p := range template {
		text, isPhrase := p.text, false
		if p.arg != "" {
			v := args[p.arg]
			text = formatted(true, v, p.form)
			s, isText := v.(string)
			if isPhrase = !isText || phrase(s) != s; s == noValue && (p.arg == "value" || p.arg == "given") {
				text, isPhrase = "空", true
			}
			if zh := sourceInChinese(p.arg, s); zh != "" {
				text, isPhrase = zh, true
			}
		}
		if isPhrase || wasPhrase {
			filled, text = joint(filled, text)
		}
		filled, wasPhrase = filled+text, isPhrase
	}
	return filled
}

// sourceInChinese returns what reads or writes something, in Chinese, or "" if an argument is not of that kind. The words are no
// phrases, since names may be equal to them.
func sourceInChinese(arg, text string) string {
	if arg != "what" {
		return ""
	}
	if name, ok := strings.CutPrefix(text, "condition "); ok {
		return "具名条件 " + name + " "
	}
	return map[string]string{"script": "脚本", "condition": "条件", "expression": "表达式", "test": "测试", "scene": "场景"}[text]
}

// joint returns two texts that follow each other, without a space between Chinese characters.
func joint(before, after string) (string, string) {
	left, right := strings.TrimSuffix(before, " "), strings.TrimPrefix(after, " ")
	a, _ := utf8.DecodeLastRuneInString(left)
	b, _ := utf8.DecodeRuneInString(right)
	if cells.Of(a) == 2 && cells.Of(b) == 2 {
		return left, right
	}
	return before, after
}
