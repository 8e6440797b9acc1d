package commands

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/bough-dev/bough/internal/coverage"
	"github.com/spf13/cobra"
)

// coverFlags implement the flags of bough test that are about coverage.
type coverFlags struct {
	table bool
	files []string
	least float64
}

func (f *coverFlags) flags(c *cobra.Command) {
	c.Flags().BoolVar(&f.table, "cover", false, tr.T("print what the tests have run of scripts and trees, and what they have not"))
	c.Flags().StringArrayVar(&f.files, "cover-out", nil, tr.T("write what the tests have run to a `file`: .json, or .info in the format LCOV; may be repeated"))
	c.Flags().Float64Var(&f.least, "cover-min", 0, tr.T("exit with 1 if the tests have run less than this `percent`"))
}

// on reports whether the tests are to be counted.
func (f *coverFlags) on() bool { return f.table || len(f.files) > 0 || f.least > 0 }

// check checks the flags.
func (f *coverFlags) check() error {
	for _, name := range f.files {
		switch strings.ToLower(filepath.Ext(name)) {
		case ".json", ".info", ".lcov":
		default:
			return usagef("--cover-out %s: want a file whose name ends in .json, or in .info or .lcov for the format LCOV", name)
		}
	}
	if !(f.least >= 0 && f.least <= 100) { // also for NaN
		return usagef("--cover-min %v; want a number from 0 to 100", f.least)
	}
	return nil
}

// write writes the files. It returns errFindings, and tells why on errs, if the coverage is too low.
func (f *coverFlags) write(errs io.Writer, r *coverage.Report) error {
	for _, name := range f.files {
		err := replaceFile(name, func(w io.Writer) error {
			if strings.EqualFold(filepath.Ext(name), ".json") {
				return writeJSON(w, r)
			}
			return r.WriteLCOV(w)
		})
		if err != nil {
			return err
		}
	}
	if all := r.All(); float64(all.Ran)*100 < f.least*float64(all.Of) {
		tr.Fprintf(errs, "the coverage is %s %%, less than %v %%\n", coverPercent(all), f.least)
		return errFindings
	}
	return nil
}

// coverPercent returns the share of a tally with one digit behind the point.
func coverPercent(t coverage.Tally) string { return strconv.FormatFloat(t.Percent(), 'f', 1, 64) }

// mostGaps is the number of places without coverage that are listed unless all are asked for.
const mostGaps = 20

// tell prints a table of the files, and the places that have not run.
func (f *coverFlags) tell(out io.Writer, r *coverage.Report, all bool) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, tr.T("\ncoverage\tlines\thooks\tnodes\toutcomes\t\n"))
	for _, s := range r.Scripts {
		coverRow(t, s.File, s.Tally, s.Called, coverage.Tally{}, coverage.Tally{})
	}
	for _, tree := range r.Trees {
		coverRow(t, tree.File, coverage.Tally{}, coverage.Tally{}, tree.Tally, tree.Seen)
	}
	coverRow(t, tr.T("all"), r.Lines, r.Hooks, r.Nodes, r.Outcomes)
	t.Flush()
	gaps := coverGaps(r)
	if len(gaps) > 0 {
		fmt.Fprintln(out)
	}
	for i, g := range gaps {
		if left := len(gaps) - i; !all && i == mostGaps && left > 1 {
			tr.Fprintf(out, "and %d more; -v lists all\n", left)
			return
		}
		fmt.Fprintln(out, g)
	}
}

// coverRow prints a row of the table.
func coverRow(w io.Writer, name string, parts ...coverage.Tally) {
	var sum coverage.Tally
	cells := ""
	for _, p := range parts {
		sum.Join(p)
		if p.Of == 0 {
			cells += "\t-"
		} else {
			cells += fmt.Sprintf("\t%d/%d", p.Ran, p.Of)
		}
	}
	share := "-"
	if sum.Of > 0 {
		share = coverPercent(sum) + " %"
	}
	fmt.Fprintf(w, "%s%s\t  %s\n", share, cells, name)
}

// coverGaps lists the places that have not run, each with its file and line.
func coverGaps(r *coverage.Report) (list []string) {
	for _, s := range r.Scripts {
		list = append(list, scriptGaps(s)...)
	}
	for _, t := range r.Trees {
		list = append(list, treeGaps(t)...)
	}
	return list
}

// scriptGaps lists the hooks that were not called and, outside of these, the lines that have not run. Lines that follow each
// other are listed together. If nothing has run, the file is listed.
func scriptGaps(s coverage.Script) (list []string) {
	if parts := s.Tally.Of + s.Called.Of; parts > 0 && s.Tally.Ran+s.Called.Ran == 0 {
		line := 1
		if len(s.Lines) > 0 {
			line = s.Lines[0].Line
		}
		return []string{tr.F("%s:%d: nothing of the file has run", s.File, line)}
	}
	hook := 0
	uncalled := func(line int) bool {
		for _, h := range s.Hooks {
			if h.Calls == 0 && h.Line <= line && line <= h.End {
				return true
			}
		}
		return false
	}
	before := func(line int) { // lists the hooks that begin before a line
		for ; hook < len(s.Hooks) && s.Hooks[hook].Line <= line; hook++ {
			if h := s.Hooks[hook]; h.Calls == 0 && h.Line == 0 {
				list = append(list, tr.F("%s: hook %s was not called", s.File, h.Name))
			} else if h.Calls == 0 {
				list = append(list, tr.F("%s:%d: hook %s was not called", s.File, h.Line, h.Name))
			}
		}
	}
	for i := 0; i < len(s.Lines); i++ {
		l := s.Lines[i]
		before(l.Line)
		switch {
		case l.Ran() || uncalled(l.Line):
		case l.Part:
			list = append(list, tr.F("%s:%d: only a part of the line has run", s.File, l.Line))
		default:
			last := i
			for last+1 < len(s.Lines) && s.Lines[last+1].Count == 0 && !uncalled(s.Lines[last+1].Line) {
				last++
			}
			if i == last {
				list = append(list, tr.F("%s:%d: the line has not run", s.File, l.Line))
			} else {
				list = append(list, tr.F("%s:%d: lines %[2]d to %d have not run", s.File, l.Line, s.Lines[last].Line))
			}
			i = last
		}
	}
	if n := len(s.Hooks); n > 0 {
		before(s.Hooks[n-1].Line)
	}
	return list
}

// treeGaps lists the nodes that have not run, without those below them, and the outcomes of conditions that were not seen. If no
// node of a tree has run, it lists the tree only.
func treeGaps(t coverage.Tree) (list []string) {
	ran := map[string]bool{}
	for _, n := range t.Nodes {
		ran[n.Tree] = ran[n.Tree] || n.Count > 0
	}
	nodes, end := t.Nodes, 0 // end is the last line of the last node that has not run
	before := func(line int) {
		for ; len(nodes) > 0 && nodes[0].Line <= line; nodes = nodes[1:] {
			n := nodes[0]
			switch {
			case n.Line <= end || n.Count > 0:
			case ran[n.Tree]:
				list, end = append(list, tr.F("%s:%d: %s has not run%s", t.File, n.Line, n.Name, refusal(t, n))), n.End
			case n.Root:
				list, end = append(list, tr.F("%s:%d: tree %s has not run", t.File, n.Line, n.Tree)), n.End
			}
		}
	}
	for _, k := range t.Conditions {
		before(k.Line)
		if text := unseen(k); text != "" && k.Line > end {
			list = append(list, tr.F("%s:%d: %s %s", t.File, k.Line, conditionText(k), text))
		}
	}
	before(1 << 30)
	return list
}

// refusal says that the guard of a node was never true, if it is so.
func refusal(t coverage.Tree, n coverage.Node) string {
	for _, k := range t.Conditions {
		if k.Guard && k.Line == n.Line && k.False > 0 && k.True == 0 {
			return tr.F(": %s was never true", k.Text)
		}
	}
	return ""
}

// conditionText returns a condition as it is written.
func conditionText(k coverage.Condition) string {
	switch {
	case k.Name != "":
		return tr.F("condition %s", k.Name)
	case k.Guard:
		return "when " + k.Text
	}
	return k.Text
}

// unseen says which outcomes of a condition were not seen. It returns "" if both were.
func unseen(k coverage.Condition) string {
	switch {
	case k.True+k.False == 0:
		return tr.T("was never asked")
	case k.True == 0:
		return tr.T("was never true")
	case k.False == 0:
		return tr.T("was never false")
	}
	return ""
}
