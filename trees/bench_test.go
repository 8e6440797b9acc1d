package trees

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkParse parses 200 files with a tree of 50 nodes each.
func BenchmarkParse(b *testing.B) {
	var files [][]byte
	for i := range 200 {
		files = append(files, []byte(benchTree(i)))
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range files {
			if f, list := Parse("bench.bt", src); len(list) > 0 || len(f.Trees) != 1 {
				b.Fatal(list)
			}
		}
	}
}

// benchTree returns a tree with a root and seven groups of seven nodes.
func benchTree(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "condition cornered = dist > 3 or not exit\ntree bench%d \"One of many.\"\n  root\n", i)
	for range 7 {
		b.WriteString(`    combat            when target ~= nil   # fights what it sees
      melee           when dist < 2 and not cornered
      condition       hp < 30 and (target == nil or near(4)) when cornered
      sequence        id=ID
        goto_point    "a" {x=1, y=2}
        wait          2
      tree patrol     route="north" +
`)
	}
	text := b.String()
	for n := range 7 {
		text = strings.Replace(text, "id=ID", fmt.Sprintf("id=leg%d", n), 1)
	}
	return text
}

// BenchmarkWorst parses files of nearly the maximum size that are as slow as possible, to show that the time is
// bounded.
func BenchmarkWorst(b *testing.B) {
	line := func(s string) string { return s + "\n" }
	for name, unit := range map[string]string{
		"comments": "#\n",
		"tables":   line("    a {" + strings.Repeat("1,", 4900) + "}"),
		"keys":     line("    a " + keyed(1400)),
		"accents":  line("    a {" + strings.Repeat("'é',", 2400) + "}"),
		"strings":  line("    a " + strings.Repeat(`"\n" `, 1900)),
		"garbage":  line("    !"),
		"tabs":     line("\ta"),
		"brackets": line("    a when " + strings.Repeat("[[]]", 2400)),
		"nested":   line("    condition " + strings.Repeat("(", 4900) + strings.Repeat(")", 4900)),
		"unclosed": line("    condition " + strings.Repeat("({[ ", 2400)),
		"operands": line("    condition a" + strings.Repeat(" and b=3", 1200)),
		"whens":    line("    condition a" + strings.Repeat(" .when", 1600)),
		"spaces":   line("    condition a" + strings.Repeat(" ", 4900) + "+ b" + strings.Repeat(" ", 4900) + "#"),
		"levels":   line("    condition " + strings.Repeat("[=", 4900)),
	} {
		b.Run(name, func(b *testing.B) {
			src := "tree a\n  root\n"
			src += strings.Repeat(unit, (MaxFileSize-len(src))/len(unit))
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				Parse("bench.bt", []byte(src))
			}
		})
	}
}

func keyed(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d=1 ", i)
	}
	return b.String()
}
