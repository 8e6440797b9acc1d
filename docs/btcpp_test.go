package docs_test

import (
	"testing"

	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/btcpp"
)

// TestBehaviorTreeCPPPage imports and exports what the page shows, and runs its scripts and trees. Behind a
// block "xml" stands the block "bt" that comes of it; behind a block "xml tree" with a tree of Bough the block "xml
// export".
func TestBehaviorTreeCPPPage(t *testing.T) {
	p := load(t, "from-behaviortree-cpp.md")
	counts := map[string]int{}
	for i, b := range p.blocks {
		counts[b.lang]++
		switch b.lang {
		case "xml":
			f, list := btcpp.Import(p.name, []byte(b.text))
			if list.Err() != nil {
				t.Fatal(list)
			}
			p.follows(t, i, "bt", trees.Format(f))
		case "xml tree":
			f, list := trees.Parse(p.name, []byte(b.text))
			if len(list) > 0 {
				t.Fatal(list)
			}
			out, list := btcpp.Export(f)
			if list.Err() != nil {
				t.Fatal(list)
			}
			p.follows(t, i, "xml export", out)
		default:
			p.check(t, i, b)
		}
	}
	if counts["xml"] == 0 || counts["xml tree"] == 0 || counts["lua"] < 4 || counts["bt"] == 0 {
		t.Errorf("blocks: %v", counts)
	}
	p.save(t)
}

// follows records that the block behind block i is of that language and says this.
func (p *page) follows(t *testing.T, i int, lang string, text []byte) {
	t.Helper()
	if i+1 == len(p.blocks) || p.blocks[i+1].lang != lang {
		t.Fatalf("%s:%d: no block %q behind it", p.name, p.blocks[i].line, lang)
	}
	next := p.blocks[i+1]
	p.want(t, next.at, next.at+len(next.text), string(text))
}
