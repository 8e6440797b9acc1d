package inspect

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/internal/randomgame"
)

// TestLanguage checks that the page, a refusal and a page in a file have the language of the process.
func TestLanguage(t *testing.T) {
	t.Cleanup(func() { lang.Set("en") })
	g := randomgame.Open(t, 3, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	for range 40 {
		g.Step()
	}
	var b bytes.Buffer
	if err := g.WriteRecording(&b); err != nil {
		t.Fatal(err)
	}
	x := start(t, 1, Options{})
	for _, c := range []struct{ language, html, refusal string }{
		{"en", `<html lang="en">`, "there is no act"},
		{"zh", `<html lang="zh-CN">`, "没有操作"},
	} {
		if err := lang.Set(c.language); err != nil {
			t.Fatal(err)
		}
		status, page := x.request("GET", "/", nil)
		if status != http.StatusOK || !bytes.Contains(page, []byte(c.html)) || bytes.Contains(page, []byte("zh.js")) == lang.English() {
			t.Errorf("%s: %d, %s", c.language, status, page)
		}
		for _, m := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllSubmatch(page, -1) {
			if status, _ := x.request("GET", "/"+string(m[1]), nil); status != http.StatusOK {
				t.Errorf("%s: %s is not served", c.language, m[1])
			}
		}
		if _, text := x.request("POST", "/v1/act", map[string]any{"act": "sing"}); !strings.Contains(string(text), c.refusal) {
			t.Errorf("%s: %s, want %s", c.language, text, c.refusal)
		}
		rec, err := bough.OpenRecording(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if _, err := WritePage(&file, rec, nil, Options{}, PageOptions{}); err != nil {
			t.Fatal(err)
		}
		_, script, _ := strings.Cut(file.String(), "\n<script>")
		script, _, _ = strings.Cut(script, "</script>\n")
		sum := sha256.Sum256([]byte(script))
		if !strings.Contains(file.String(), c.html) || !strings.Contains(file.String(), base64.StdEncoding.EncodeToString(sum[:])) || strings.Contains(script, "智能体") == lang.English() {
			t.Errorf("%s: %.300s", c.language, file.String())
		}
	}
}
