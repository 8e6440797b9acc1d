package lua_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
)

var word = regexp.MustCompile(`\[\[[^\]]*\]\]|"[^"\n]*"|'[^'\n]*'|[A-Za-z_]\w*|[0-9.]+[xX]?[0-9A-Fa-f]*|\.\.\.?|[<>=~]=|\s+|.`)

// broken returns a program in which one word is changed, or two words are exchanged.
func broken(seed uint64) string {
	p := newProgramAt(seed)
	words := word.FindAllString(strings.TrimPrefix(p.String(), prelude), -1)
	i, j := p.IntN(len(words)), p.IntN(len(words))
	switch p.IntN(4) {
	case 0:
		words[i] = ""
	case 1:
		words[i] = words[j]
	case 2:
		words[i], words[j] = words[j], words[i]
	case 3:
		words[i] = pick(p, "end", "(", ")", ",", "=", "local", "function", "...", "return", "{", "}", "[", "]", ".", ":", "'x'", "1", "nil", "not", "-", "#", "..", "and", "==", "do", "then", "until x", "a.b", "f()", "in", "for", "elseif", "else", "0x", "3e", "1..2", `'\400'`, `"\q"`, "--[[", "]]", "[==[x]==]", "~", "!", "@", "a b", "\\", "3x", "'\n'", "repeat", "while")
	}
	return strings.Join(words, "")
}

// TestSyntaxLikeLua51 checks that a text has a syntax error if and only if it has one in lua5.1.
func TestSyntaxLikeLua51(t *testing.T) {
	command, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("lua5.1 is not installed; on Debian and Ubuntu: apt-get install lua5.1")
	}
	dir := t.TempDir()
	texts := make([]string, programs(5))
	for i := range texts {
		texts[i] = broken(*luaSeed + uint64(i))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), []byte(texts[i]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(command, "-e", fmt.Sprintf(`for i = 0, %d do
  local f = io.open(tostring(i))
  local ok, err = loadstring(f:read('*a'), '@p.lua')
  f:close()
  print(ok and 'right' or (err:gsub('\n', ' ')))
end`, len(texts)-1))
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i, want := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		_, err := lua.Compile(lua.Source{Name: "p.lua", Text: texts[i]})
		if err != nil {
			wrong++
		}
		// The parser accepts a call whose ( is on the next line, and [[ within [[ ]].
		taken := strings.Contains(want, "ambiguous syntax") || strings.Contains(want, "nesting of [[...]] is deprecated")
		if (err == nil) != (want == "right") && !taken {
			t.Errorf("seed %d: here it is %v, to lua5.1 %s", *luaSeed+uint64(i), err, want)
		}
	}
	t.Logf("%d of %d have a mistake", wrong, len(texts))
}
