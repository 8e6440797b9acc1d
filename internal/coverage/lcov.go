package coverage

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// WriteLCOV writes a report in the format LCOV, which editors and CI services read. In scripts, hooks are its functions, and
// the statements of a line with several are branches. In trees, nodes are lines, and the outcomes of conditions are branches.
func (r *Report) WriteLCOV(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, s := range r.Scripts {
		f := lcov{Writer: out}
		f.begin(s.File)
		for _, h := range s.Hooks {
			if h.Line > 0 {
				f.function(h)
			}
		}
		f.functionsEnd()
		for _, l := range s.Lines {
			if len(l.Parts) > 0 {
				f.branches(l.Line, l.Count > 0, l.Parts...)
			}
		}
		f.branchesEnd()
		for _, l := range s.Lines {
			f.line(l.Line, l.Count)
		}
		f.end()
	}
	for _, t := range r.Trees {
		f := lcov{Writer: out}
		f.begin(t.File)
		for _, k := range t.Conditions {
			f.branches(k.Line, k.True+k.False > 0, k.True, k.False)
		}
		f.branchesEnd()
		counts := map[int]int64{}
		for _, k := range t.Conditions { // those with names, and those of inclusions, have no node in their line
			counts[k.Line] = max(counts[k.Line], k.True+k.False)
		}
		for _, n := range t.Nodes {
			counts[n.Line] = n.Count
		}
		for _, line := range slices.Sorted(maps.Keys(counts)) {
			f.line(line, counts[line])
		}
		f.end()
	}
	return out.Flush()
}

// lcov writes the records of one file.
type lcov struct {
	*bufio.Writer
	functions, lines, outcomes Tally
	calls                      []string // the records FNDA, which follow all records FN
	last, block                int      // the line of the last branches, and their number in that line
}

// lineBreaks are what a path cannot contain in a record.
var lineBreaks = strings.NewReplacer("\n", "?", "\r", "?")

func (f *lcov) begin(file string) { fmt.Fprintf(f, "TN:\nSF:%s\n", lineBreaks.Replace(file)) }

func (f *lcov) function(h Hook) {
	fmt.Fprintf(f, "FN:%d,%s\n", h.Line, h.Name)
	f.calls = append(f.calls, fmt.Sprintf("FNDA:%d,%s\n", h.Calls, h.Name))
	f.functions.add(h.Calls > 0)
}

func (f *lcov) functionsEnd() {
	for _, c := range f.calls {
		f.WriteString(c)
	}
	if f.functions.Of > 0 {
		fmt.Fprintf(f, "FNF:%d\nFNH:%d\n", f.functions.Of, f.functions.Ran)
	}
}

// branches writes how often each branch was taken. asked is false if the place was never reached.
func (f *lcov) branches(line int, asked bool, taken ...int64) {
	if f.block++; line != f.last {
		f.last, f.block = line, 0
	}
	for i, n := range taken {
		text := "-"
		if asked {
			text = fmt.Sprint(n)
		}
		fmt.Fprintf(f, "BRDA:%d,%d,%d,%s\n", line, f.block, i, text)
		f.outcomes.add(n > 0)
	}
}

func (f *lcov) branchesEnd() {
	if f.outcomes.Of > 0 {
		fmt.Fprintf(f, "BRF:%d\nBRH:%d\n", f.outcomes.Of, f.outcomes.Ran)
	}
}

func (f *lcov) line(line int, n int64) {
	fmt.Fprintf(f, "DA:%d,%d\n", line, n)
	f.lines.add(n > 0)
}

func (f *lcov) end() { fmt.Fprintf(f, "LF:%d\nLH:%d\nend_of_record\n", f.lines.Of, f.lines.Ran) }
