package lang

import "testing"

func TestOf(t *testing.T) {
	for locale, want := range map[string]string{
		"zh_CN.UTF-8": "zh", "zh": "zh", "zh_TW": "zh", "zh-Hans": "zh", "ZH_CN": "zh", "en_US.UTF-8": "en", "de_DE@euro": "en", "C": "en", "POSIX": "en", "": "en", "zha_CN": "en",
	} {
		if got := Of(locale); got != want {
			t.Errorf("%q is %s, want %s", locale, got, want)
		}
	}
}

func TestTable(t *testing.T) {
	defer Set("en")
	table := New(func() map[string]string {
		return map[string]string{"yes": "是", "%d of %s": "%[2]s 的 %[1]d 个"}
	})
	for _, c := range []struct{ language, text, count, other string }{
		{"en", "yes", "2 of x", "no"},
		{"zh", "是", "x 的 2 个", "no"},
	} {
		if err := Set(c.language); err != nil {
			t.Fatal(err)
		}
		if text, count, other := table.T("yes"), table.F("%d of %s", 2, "x"), table.T("no"); text != c.text || count != c.count || other != c.other || Current() != c.language {
			t.Errorf("%s: %q, %q, %q", c.language, text, count, other)
		}
	}
	if err := Set("fr"); err == nil || err.Error() != `unknown language "fr"; the languages are en, zh` || Current() != "zh" {
		t.Errorf("%v, %s", err, Current())
	}
}
