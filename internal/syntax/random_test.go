package syntax_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bough-dev/bough/internal/syntax"
)

var (
	randomTexts = flag.Int("syntax.texts", 600, "how many random texts are compared with gopher-lua and lua5.1")
	randomSeed  = flag.Uint64("syntax.seed", 1, "the seed of the first of them")
)

// writer writes a random text that is valid Lua 5.1.
type writer struct {
	*rand.Rand
	strings.Builder
	depth, loops int
	vararg       bool
}

func randomText(seed uint64) string {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 60)), depth: 6, vararg: true}
	w.block()
	return w.String()
}

func (w *writer) pick(list ...string) string { return list[w.IntN(len(list))] }

// words writes tokens with white space and comments between them. No line begins with "(", since it would continue the
// line above.
func (w *writer) words(list ...string) {
	for _, word := range list {
		switch n := w.IntN(30); {
		case word == "(" || n > 8:
			w.WriteString(" ")
		case n == 0:
			w.WriteString(w.pick(" --[[ a ]]", " --[==[\n]]]==]", " --[[\n]] "))
		case n == 1:
			w.WriteString(w.pick(" -- [[\n", " --a\r\n", " --\n", " --[\n"))
		case n == 2:
			w.WriteString(w.pick("\n", "\r\n", "\n\r", "\r", "\n\n"))
		default:
			w.WriteString(w.pick(" ", "\t", "\n"))
		}
		w.WriteString(word)
	}
}

func (w *writer) name() string { return w.pick("a", "b", "x1", "_", "End", "self", "ifx") }

func (w *writer) block() {
	w.depth--
	defer func() { w.depth++ }()
	for range w.IntN(4) {
		w.stmt()
		if w.IntN(3) == 0 {
			w.words(";")
		}
	}
	switch w.IntN(6) {
	case 0:
		w.words("return")
		if w.IntN(3) > 0 {
			w.exprs()
		}
	case 1:
		if w.loops > 0 {
			w.words("break")
		}
	default:
		return
	}
	if w.IntN(3) == 0 {
		w.words(";")
	}
}

func (w *writer) loop() {
	w.loops++
	w.words("do")
	w.block()
	w.words("end")
	w.loops--
}

func (w *writer) stmt() {
	kind := w.IntN(14)
	if w.depth <= 0 {
		kind = w.IntN(4)
	}
	switch kind {
	case 0:
		w.words("local", w.name())
		if w.IntN(2) == 0 {
			w.words(",", w.name())
		}
		if w.IntN(3) > 0 {
			w.words("=")
			w.exprs()
		}
	case 1, 2:
		w.target()
		for w.IntN(4) == 0 {
			w.words(",")
			w.target()
		}
		w.words("=")
		w.exprs()
	case 3, 4, 5:
		w.words(w.name())
		w.call()
	case 6:
		w.words("do")
		w.block()
		w.words("end")
	case 7:
		w.words("while")
		w.expr()
		w.loop()
	case 8:
		w.words("repeat")
		w.loops++
		w.block()
		w.loops--
		w.words("until")
		w.expr()
	case 9:
		w.words("if")
		w.expr()
		w.words("then")
		w.block()
		for w.IntN(3) == 0 {
			w.words("elseif")
			w.expr()
			w.words("then")
			w.block()
		}
		if w.IntN(2) == 0 {
			w.words("else")
			w.block()
		}
		w.words("end")
	case 10:
		w.words("for", w.name(), "=")
		w.expr()
		w.words(",")
		w.expr()
		if w.IntN(2) == 0 {
			w.words(",")
			w.expr()
		}
		w.loop()
	case 11:
		w.words("for", w.name())
		if w.IntN(2) == 0 {
			w.words(",", w.name())
		}
		w.words("in")
		w.exprs()
		w.loop()
	case 12:
		w.words("function", w.name())
		for w.IntN(3) == 0 {
			w.words(".", w.name())
		}
		if w.IntN(3) == 0 {
			w.words(":", w.name())
		}
		w.function()
	case 13:
		w.words("local", "function", w.name())
		w.function()
	}
}

func (w *writer) function() {
	loops, vararg := w.loops, w.vararg
	w.loops, w.vararg = 0, w.IntN(2) == 0
	w.words("(")
	n := w.IntN(3)
	for i := range n {
		if i > 0 {
			w.words(",")
		}
		w.words(w.name())
	}
	if w.vararg {
		if n > 0 {
			w.words(",")
		}
		w.words("...")
	}
	w.words(")")
	w.block()
	w.words("end")
	w.loops, w.vararg = loops, vararg
}

func (w *writer) target() {
	w.words(w.name())
	for w.IntN(3) == 0 {
		w.suffix()
	}
	if w.IntN(2) == 0 {
		w.words(".", w.name())
	}
}

// suffix writes what makes a target of an expression that stands before it: calls, and an index after them.
func (w *writer) suffix() {
	for w.IntN(4) == 0 {
		w.call()
	}
	if w.IntN(2) == 0 {
		w.words(".", w.name())
		return
	}
	w.words("[")
	w.expr()
	w.words("]")
}

func (w *writer) call() {
	if w.IntN(4) == 0 {
		w.words(":", w.name())
	}
	switch w.IntN(5) {
	case 0:
		w.words(w.text())
	case 1:
		w.table()
	default:
		w.words("(")
		if w.IntN(3) > 0 {
			w.exprs()
		}
		w.words(")")
	}
}

func (w *writer) text() string {
	return w.pick(`"a"`, `'b\n"'`, `"\065\\\'\q\0012"`, "'\\\n'", "'\\\r\n\\\n\r'", `"\r\n\x"`, "[[c]]", "[==[\n]]\r\n]=]\r]==]", "[[\r\n\r\n]]", "[[--]]", "''", "\"\xff\xc3ö\"", "[=[\n\n]=]")
}

func (w *writer) table() {
	w.words("{")
	for n := w.IntN(4); n > 0; n-- {
		switch w.IntN(4) {
		case 0:
			w.words(w.name(), "=")
		case 1:
			w.words("[")
			w.expr()
			w.words("]", "=")
		}
		w.expr()
		if n > 1 || w.IntN(3) == 0 {
			w.words(w.pick(",", ";"))
		}
	}
	w.words("}")
}

func (w *writer) exprs() {
	w.expr()
	for w.IntN(4) == 0 {
		w.words(",")
		w.expr()
	}
}

func (w *writer) expr() {
	w.depth--
	defer func() { w.depth++ }()
	kind := w.IntN(16)
	if w.depth <= 0 {
		kind = w.IntN(5)
	}
	switch kind {
	case 0:
		w.words(w.pick("nil", "true", "false"))
	case 1:
		w.words(w.pick("0", "010", "3.", ".5", "0xA0", "1e3", "2E+4", "3e-2", "0X1f", "9.75e0"))
	case 2:
		w.words(w.text())
	case 3:
		if w.vararg {
			w.words("...")
			return
		}
		w.words(w.name())
	case 4, 5:
		w.words(w.name())
	case 6, 7, 8:
		w.expr()
		w.words(w.pick("+", "-", "*", "/", "%", "^", "..", "==", "~=", "<", ">", "<=", ">=", "and", "or"))
		w.expr()
	case 9:
		w.words(w.pick("-", "not", "#"))
		w.expr()
	case 10:
		w.words("(")
		w.expr()
		w.words(")")
	case 11:
		w.words("function")
		w.function()
	case 12:
		w.table()
	case 13:
		w.words("(")
		w.expr()
		w.words(")")
		w.call()
	case 14:
		w.words(w.name())
		w.call()
	default:
		w.target()
	}
}

// change changes, removes or exchanges some tokens of a text.
func change(w *writer, text string) string {
	toks := syntax.Scan(text)
	var parts []string
	end := syntax.Pos(0)
	for _, t := range toks {
		parts = append(parts, text[end:t.Start], text[t.Start:t.End])
		end = t.End
	}
	at := func() int { return w.IntN(len(toks))*2 + 1 }
	for range 1 + w.IntN(2) {
		i, j := at(), at()
		switch w.IntN(4) {
		case 0:
			parts[i] = ""
		case 1:
			parts[i] = parts[j]
		case 2:
			parts[i], parts[j] = parts[j], parts[i]
		case 3:
			parts[i] = w.pick("end", "(", ")", ",", "=", "local", "function", "...", "return", "{", "}", "[", "]", ".", ":", "'x'", "1", "nil", "not", "-", "#", "..", "and", "==", "do", "then", "until x", "a.b", "f()", "in", "for", "elseif", "else", "0x", "3e", "1..2", `'\400'`, `"\q"`, "--[[", "]]", "[==[x]==]", "~", "!", "@", "a b", "\\", "3x", "'\n'", "repeat", "while", ";", "if", "break", "\f", "\v")
		}
	}
	return strings.Join(parts, "")
}

// TestRandomLikeGopher checks that random texts have the same tree as in gopher-lua's parser.
func TestRandomLikeGopher(t *testing.T) {
	for seed := *randomSeed; seed < *randomSeed+uint64(*randomTexts); seed++ {
		text := randomText(seed)
		want, err := gopherParse(text)
		if err != nil {
			t.Fatalf("seed %d: gopher-lua: %v\n%s", seed, err, text)
		}
		f := syntax.Parse("a.lua", text)
		if err := f.Err(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if got, want := dumpSyntax(&f.Body), dumpGopher(want); got != want {
			t.Fatalf("seed %d: %s\n%s", seed, difference(got, want), text)
		}
		checkRanges(t, f)
	}
}

// verdicts are the known differences between the texts that are accepted here and elsewhere: texts that are accepted
// here only, by the error there, and texts that are refused here only, by the error here.
type verdicts struct {
	accepted func(text, theirs string) bool
	refused  func(text string, e *syntax.Error) bool
}

// check reports a text that is accepted here only, or there only.
func (v *verdicts) check(t *testing.T, where, text string, theirs error) {
	t.Helper()
	f := syntax.Parse("a.lua", text)
	ours := f.Err()
	switch {
	case (ours == nil) == (theirs == nil), ours == nil && v.accepted(text, theirs.Error()):
		return
	case ours != nil && theirs == nil && slices.ContainsFunc(f.Errors, func(e *syntax.Error) bool { return !e.Note && v.refused(text, e) }):
		return
	}
	t.Errorf("%s: here %v, there %v\n%s", where, ours, theirs, text)
}

// likeGopher are the differences to gopher-lua. Its scanner has no \v and \f, no byte order mark and only ASCII letters,
// and reads "--[=" as a long comment. It
// reads malformed numbers as two tokens and wraps large escapes. Its parser does not know loops and varargs, takes "(" on
// a new line for a call and (f()) for a statement, and accepts two separators between the entries of a table.
var likeGopher = verdicts{
	func(text, theirs string) bool {
		return strings.Contains(theirs, "Invalid token") && strings.ContainsFunc(text, func(r rune) bool { return r == '\v' || r == '\f' || r >= utf8.RuneSelf }) ||
			strings.Contains(theirs, "invalid multiline comment")
	},
	func(text string, e *syntax.Error) bool {
		switch e.Code {
		case "break-outside-loop", "varargs-outside-function", "malformed-number", "large-escape", "call-on-new-line", "call-in-brackets":
			return true
		}
		toks := syntax.Scan(text)
		i := slices.IndexFunc(toks, func(t syntax.Token) bool { return t.Start == e.Start })
		return i > 0 && isSeparator(toks[i-1].Kind) && isSeparator(toks[i].Kind)
	},
}

func isSeparator(k syntax.Kind) bool { return k == syntax.Comma || k == syntax.Semicolon }

// like51 are the differences to Lua 5.1. It has no empty statements, and refuses "[[" in a long string. It accepts "(" on
// a new line after a name that begins an entry of a table. It has no goto.
var like51 = verdicts{
	func(text, theirs string) bool {
		return strings.Contains(theirs, "near ';'") || strings.Contains(theirs, "nesting of [[...]] is deprecated")
	},
	func(text string, e *syntax.Error) bool {
		n := len(e.Open)
		return e.Code == "call-on-new-line" && n > 0 && e.Open[n-1].Kind == syntax.OpenBrace
	},
}

// TestVerdictsLikeGopher checks that a text is accepted if and only if gopher-lua's parser accepts it.
func TestVerdictsLikeGopher(t *testing.T) {
	wrong := 0
	for seed := *randomSeed; seed < *randomSeed+uint64(*randomTexts); seed++ {
		text := changedText(seed)
		_, err := gopherParse(text)
		if err != nil {
			wrong++
		}
		likeGopher.check(t, fmt.Sprint("seed ", seed), text, err)
	}
	t.Logf("%d of %d have a mistake", wrong, *randomTexts)
}

func changedText(seed uint64) string {
	return change(&writer{Rand: rand.New(rand.NewPCG(seed, 61))}, randomText(seed))
}

// TestVerdictsLikeLua51 checks that a text is accepted if and only if lua5.1 accepts it.
func TestVerdictsLikeLua51(t *testing.T) {
	texts := make([]string, 2**randomTexts)
	for i := range *randomTexts {
		texts[2*i], texts[2*i+1] = randomText(*randomSeed+uint64(i)), changedText(*randomSeed+uint64(i))
	}
	for i, err := range lua51(t, texts) {
		like51.check(t, fmt.Sprint("seed ", *randomSeed+uint64(i/2)), texts[i], err)
	}
}

// lua51 returns the error of lua5.1 in each text, or nil.
func lua51(t *testing.T, texts []string) []error {
	t.Helper()
	command, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("lua5.1 is not installed; on Debian and Ubuntu: apt-get install lua5.1")
	}
	dir := t.TempDir()
	for i, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(command, "-e", fmt.Sprintf(`for i = 0, %d do
  local f = io.open(tostring(i), 'rb')
  local ok, err = loadstring(f:read('*a'), '@a.lua')
  f:close()
  print(ok and 'right' or (err:gsub('[\r\n]', ' ')))
end`, len(texts)-1))
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(list) != len(texts) {
		t.Fatalf("%d answers to %d texts", len(list), len(texts))
	}
	errs := make([]error, len(texts))
	for i, said := range list {
		if said != "right" {
			errs[i] = fmt.Errorf("%s", said)
		}
	}
	return errs
}
