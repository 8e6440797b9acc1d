package message

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lang"
)

// speak chooses a language for the rest of a test, which must not be parallel.
func speak(t *testing.T, name string) {
	if err := SetLanguage(name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lang.Set("en") })
}

// TestChinese compares the entries in Chinese with those in English. Both have the same files, the same codes in the same
// order, the same parts, and the same arguments with the same formats.
func TestChinese(t *testing.T) {
	chinese := map[string][]Entry{}
	for _, e := range entries("zh") {
		chinese[e.File] = append(chinese[e.File], e)
	}
	english := map[string][]Entry{}
	for _, e := range Entries() {
		english[e.File] = append(english[e.File], e)
	}
	for _, file := range slices.Sorted(maps.Keys(chinese)) {
		if english[file] == nil {
			t.Errorf("zh/%s.txt has no counterpart in en", file)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(english)) {
		want, have := english[file], chinese[file]
		if a, b := codesOf(have), codesOf(want); !slices.Equal(a, b) {
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Errorf("zh/%s.txt:%d: %s, want %s as in English", file, have[i].Line, a[i], b[i])
					break
				}
			}
			if len(a) != len(b) {
				t.Errorf("zh/%s.txt has %d entries, and en/%[1]s.txt %d", file, len(a), len(b))
			}
		}
		byCode := codes(want)
		for _, e := range have {
			if en := byCode[e.Code]; en != nil {
				for _, difference := range differences(*en, e) {
					t.Errorf("zh/%s.txt:%d: %s: %s", file, e.Line, e.Code, difference)
				}
			}
		}
	}
}

func codesOf(list []Entry) (names []string) {
	for _, e := range list {
		names = append(names, e.Code)
	}
	return names
}

// differences returns what an entry in Chinese must not have otherwise than the one in English.
func differences(en, zh Entry) (list []string) {
	if zh.Example+zh.NoExample != "" {
		list = append(list, "the example is that of the English entry")
	}
	for _, part := range []struct{ name, en, zh string }{{"hint", en.Hint, zh.Hint}, {"why", en.Why, zh.Why}} {
		if (part.en == "") != (part.zh == "") {
			list = append(list, part.name+" is in one language only")
		}
	}
	want, have := slots(en), slots(zh)
	for _, slot := range slices.Sorted(maps.Keys(want)) {
		if !have[slot] && !strings.Contains(slot, "|") {
			list = append(list, "lacks "+slot)
		}
	}
	for _, slot := range slices.Sorted(maps.Keys(have)) {
		name, form, _ := strings.Cut(strings.Trim(slot, "{}"), ":")
		switch {
		case want[slot]:
		case strings.Contains(form, "|") && counts(want, name): // other words for the numbers
		default:
			list = append(list, slot+" is not in English")
		}
	}
	// A remedy is left out if one of its arguments is empty, so it must have the same ones.
	if a, b := hintArgs(en), hintArgs(zh); !maps.Equal(a, b) {
		list = append(list, "the hint has other arguments than in English")
	}
	return list
}

// slots returns the arguments of an entry, with their formats.
func slots(e Entry) map[string]bool {
	found := map[string]bool{}
	for _, m := range slot.FindAllString(e.Text+"\x00"+e.Hint, -1) {
		found[m] = true
	}
	return found
}

// counts reports whether an argument chooses between two texts.
func counts(slots map[string]bool, name string) bool {
	for s := range slots {
		if strings.HasPrefix(s, "{"+name+":") && strings.Contains(s, "|") {
			return true
		}
	}
	return false
}

// hintArgs returns the names of the arguments of a remedy that can be empty.
func hintArgs(e Entry) map[string]bool {
	found := map[string]bool{}
	for _, m := range slot.FindAllStringSubmatch(e.Hint, -1) {
		if !strings.Contains(m[2], "|") && m[2] != "int" {
			found[m[1]] = true
		}
	}
	return found
}

// TestDifferences checks that differences finds each form of a difference, and nothing else.
func TestDifferences(t *testing.T) {
	en := Entry{Text: "{name:q} takes {n:int} {n:child|children}", Hint: "write {near}", Why: "It does."}
	for _, c := range []struct {
		zh   Entry
		want string
	}{
		{Entry{Text: "{n:int} 个：{name:q}", Hint: "写 {near}", Why: "。"}, ""},
		{Entry{Text: "{n:int} {n:个|些}：{name:q}", Hint: "写 {near}", Why: "。"}, ""},
		{Entry{Text: "{n:int} 个：{name}", Hint: "写 {near}", Why: "。"}, "lacks {name:q}; {name} is not in English"},
		{Entry{Text: "{n:int} 个：{name:q} {near}", Hint: "写", Why: "。"}, "the hint has other arguments than in English"},
		{Entry{Text: "{n:int} 个：{name:q}，写 {near}", NoExample: "x"}, "the example is that of the English entry; hint is in one language only; why is in one language only; the hint has other arguments than in English"},
	} {
		if got := strings.Join(differences(en, c.zh), "; "); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.zh, got, c.want)
		}
	}
}

// TestLanguage checks which entry is taken, and how lists look.
func TestLanguage(t *testing.T) {
	speak(t, "zh")
	args := diag.Args{"list": []string{"x", "y", "z"}, "long": strings.Split("12345678", ""), "n": 1}
	for template, want := range map[string]string{
		"{list:list}": "x、y、z",
		"{list:or}":   "x、y 或 z",
		"{list:and}":  "x、y 和 z",
		"{list:some}": "x、y 和 z",
		"{long:some}": "1、2、3、4、5、6 等 8 个",
	} {
		if got := fill(true, templateOf(template), args); got != want {
			t.Errorf("%s is %q, want %q", template, got, want)
		}
	}
	for _, e := range Entries() {
		if zh, _ := Translated(e.Code); entryIn(true, e.Code).Text != zh.Text {
			t.Errorf("%s is %q", e.Code, entryIn(true, e.Code).Text)
		}
	}
	if got, want := words("unknown-hook", diag.Args{"name": "on_entre"}).Args, (diag.Args{"name": "on_entre"}); !maps.Equal(got, want) {
		t.Errorf("the arguments are %v", got)
	}
	if err := SetLanguage("tlh"); err == nil || Language() != "zh" {
		t.Errorf("%v, %s", err, Language())
	}
}

// TestPhrases checks that the code has the texts of phrases, and that both forms have the same parts.
func TestPhrases(t *testing.T) {
	var all strings.Builder
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && len(name) > 2 && (strings.ContainsAny(name[:1], "._") || name == "testdata" || name == "node_modules"):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name == "phrases.go":
			return nil
		}
		text, err := os.ReadFile(file)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	code := strings.ReplaceAll(all.String(), `\"`, `"`)
	for key, zh := range phrases {
		if a, b := strings.Count(key, "%s"), strings.Count(zh, "%s"); a != b {
			t.Errorf("%q has %d parts, and %q %d", key, a, zh, b)
		}
		for part := range strings.SplitSeq(key, "%s") {
			if part = strings.TrimSpace(part); len(part) > 4 && !strings.Contains(code, part) {
				t.Errorf("nothing has the text %q of %q", part, key)
			}
		}
	}
}

func TestPhrase(t *testing.T) {
	for text, want := range map[string]string{
		"a number":         "数字",
		"the nearest":      "the nearest",
		"hp (text)":        "hp (字符串)",
		"a number, or nil": "数字，或 nil",
		"a list of which each element is a number (element 2 is nil)": "列表，每个元素都是数字（第 2 个是 nil）",
		"the stimulus bell": "刺激 bell",
	} {
		if got := phrase(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	speak(t, "zh")
	if got, want := English(NodeNotInTree("wlak", "guard").With(DidYouMean("walk"))), `tree guard has no node "wlak": did you mean walk?`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if w := WrongArgument("math.floor", "hp (nil)", 1, "x", "a number"); !strings.Contains(w.Text, "应为数字") || w.Args["want"] != "a number" {
		t.Errorf("%+v", w)
	}
}
