package refactor

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
)

var (
	// asked matches a call, in a test, of a function whose arguments are an agent and the name of a node.
	asked = regexp.MustCompile(`\.(?:expect_|expect_not_)?(?:abort|ready|why|` + strings.Join(behaviors.QuestionNames(), "|") + `)\s*\(\s*[^,"'\n]+,\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)')`)
	// quotedPath matches a text such as "root/combat/melee" or "exit root/combat/melee aborted".
	quotedPath = regexp.MustCompile(`"([^"\\\n]*/[^"\\\n]*)"|'([^'\\\n]*/[^'\\\n]*)'`)
)

// tests finds the changes in tests. If a test passes a text to a function of its own, it is not known whether the
// text is a name, so the place is only listed.
func (n *renamer) tests() error {
	files, problems := assets.TestFiles(n.o.FS, n.o.Prefix)
	if len(problems) > 0 {
		return fmt.Errorf("it is not known what all tests name: %s", problems[0].Headline())
	}
	for _, f := range files {
		var list []change
		n.within(&list, f.Text, asked, n.renamed)
		n.within(&list, f.Text, quotedPath, n.renamedPath)
		n.mentions(f.Path, f.Text, list)
		n.edit(f.Path, f.Text, list)
	}
	return nil
}

// within adds changes of the texts that the groups of re match.
func (n *renamer) within(list *[]change, text []byte, re *regexp.Regexp, by func(string) string) {
	for _, m := range re.FindAllSubmatchIndex(text, -1) {
		from, to := m[2], m[3]
		if from < 0 {
			from, to = m[4], m[5]
		}
		old := string(text[from:to])
		if name := by(old); name != old && !overlaps(*list, from, to) {
			*list = append(*list, change{from, to - from, name})
		}
	}
}

func overlaps(list []change, from, to int) bool {
	for _, c := range list {
		if from < c.at+c.length && c.at < to {
			return true
		}
	}
	return false
}

// renamedPath replaces the name where it is a part of a path.
func (n *renamer) renamedPath(text string) string {
	const ends = "/# ,"
	var out strings.Builder
	for rest := text; ; {
		i := strings.Index(rest, n.from)
		if i < 0 {
			return out.String() + rest
		}
		before, behind := rest[:i], rest[i+len(n.from):]
		out.WriteString(before)
		done := out.String()
		starts := done == "" || strings.ContainsAny(done[len(done)-1:], ends)
		stops := behind == "" || strings.ContainsAny(behind[:1], ends)
		if starts && stops && (strings.HasSuffix(done, "/") || strings.HasPrefix(behind, "/")) {
			out.WriteString(n.to)
		} else {
			out.WriteString(n.from)
		}
		rest = behind
	}
}

// edit records the changes of a file, if there are any.
func (n *renamer) edit(path string, text []byte, list []change) {
	if now := apply(text, list); !bytes.Equal(now, text) {
		n.out.Edits = append(n.out.Edits, Edit{path, text, now})
	}
}
