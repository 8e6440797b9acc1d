package syntax_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/testdata"
)

var showMistakes = flag.Bool("syntax.show", false, "show the texts whose number of errors is not that of their mistakes")

// planter plants mistakes in the sample scripts.
type planter struct {
	*rand.Rand
	paths []string
	texts map[string]string
}

func newPlanter() *planter {
	p := &planter{Rand: rand.New(rand.NewPCG(*randomSeed, 62)), texts: map[string]string{}}
	for path, file := range testdata.Samples() {
		if strings.HasSuffix(path, ".lua") {
			p.paths, p.texts[path] = append(p.paths, path), string(file.Data)
		}
	}
	slices.Sort(p.paths)
	return p
}

// plant changes a token of a text.
func (p *planter) plant(text string, tok syntax.Token) string {
	word, to := text[tok.Start:tok.End], ""
	switch k := tok.Kind; {
	case k == syntax.NameToken && p.IntN(4) == 0:
		to = word + " x"
	case k == syntax.NameToken && p.IntN(20) == 0:
		to = "end"
	case k == syntax.NameToken || k == syntax.NumberToken || k == syntax.StringToken:
	case p.IntN(3) == 0:
		to = word + " " + word
	}
	return text[:tok.Start] + to + text[tok.End:]
}

// errors returns the number of errors of a text.
func (p *planter) errors(text string) int {
	n := 0
	for _, e := range syntax.Parse("a.lua", text).Errors {
		if !e.Note {
			n++
		}
	}
	return n
}

// TestOneMistakeOneError checks that a text with one mistake nearly always has one error.
func TestOneMistakeOneError(t *testing.T) {
	p := newPlanter()
	all, several := 0, 0
	for range 3 * *randomTexts {
		path := p.paths[p.IntN(len(p.paths))]
		text := p.texts[path]
		toks := syntax.Scan(text)
		broken := p.plant(text, toks[p.IntN(len(toks)-1)])
		n := p.errors(broken)
		if n == 0 {
			continue // still right
		}
		all++
		if n > 1 {
			several++
			p.show(path, text, broken)
		}
	}
	t.Logf("%d of %d have several errors", several, all)
	if several*100 > all {
		t.Errorf("%d of %d have several errors", several, all)
	}
}

// TestTwoMistakesTwoErrors checks that a text with two mistakes in different places mostly has two errors.
func TestTwoMistakesTwoErrors(t *testing.T) {
	const apart = 5 // lines
	p := newPlanter()
	all, fewer, more := 0, 0, 0
	for range 3 * *randomTexts {
		path := p.paths[p.IntN(len(p.paths))]
		text := p.texts[path]
		f := syntax.Parse(path, text)
		toks := syntax.Scan(text)
		i, j := toks[p.IntN(len(toks)-1)], toks[p.IntN(len(toks)-1)]
		if f.LineOf(j.Start) < f.LineOf(i.Start)+apart {
			continue
		}
		second := p.plant(text, j)
		if p.errors(second) != 1 {
			continue
		}
		first := p.plant(text, i)
		if p.errors(first) != 1 {
			continue
		}
		both := first[:len(first)-len(text)+int(i.End)] + second[i.End:]
		all++
		switch n := p.errors(both); {
		case n > 2:
			more++
			p.show(path, text, both)
		case n < 2:
			fewer++
			p.show(path, text, both)
		}
	}
	t.Logf("of %d, %d have fewer errors and %d have more", all, fewer, more)
	if (fewer+more)*10 > all {
		t.Errorf("of %d, %d have fewer errors and %d have more", all, fewer, more)
	}
}

// show prints the lines in which two texts differ, and the errors.
func (p *planter) show(path, text, broken string) {
	if !*showMistakes {
		return
	}
	fmt.Println("==", path)
	f := syntax.Parse(path, broken)
	lines := strings.Split(text, "\n")
	for n := 1; n <= f.Lines(); n++ {
		mark := " "
		if n > len(lines) || f.Line(n) != lines[n-1] {
			mark = ">"
		}
		fmt.Printf("%s %4d %s\n", mark, n, f.Line(n))
	}
	for _, e := range f.Errors {
		fmt.Printf("  %s: %s\n", f.Position(e.Start), e)
	}
}
