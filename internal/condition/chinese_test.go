package condition

import (
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/internal/message"
)

// TestTreeWordsChinese checks that the remedies for scripts are replaced by those for tree files in Chinese, too.
func TestTreeWordsChinese(t *testing.T) {
	if err := lang.Set("zh"); err != nil {
		t.Fatal(err)
	}
	defer lang.Set("en")
	for _, code := range []string{"hash-comment", "foreign-slashes", "foreign-long-comment", "foreign-arrow", "text-ends-early", "text-ends-after", "text-ends-without-value"} {
		w, ok := message.Lookup(code, diag.Args{"word": "//", "before": "and"})
		if text := w.Error(); !ok || treeWordsChinese.Replace(text) == text {
			t.Errorf("%s stays %q", code, text)
		}
	}
}
