package commands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/behavior3"
	"github.com/bough-dev/bough/trees/btcpp"
	"github.com/bough-dev/bough/trees/jsontree"
	"github.com/bough-dev/bough/trees/tinybt"
	"github.com/spf13/cobra"
)

// format is a file format of trees.
type format struct {
	name, what string
	extensions []string // the first is the extension of written files
	sniff      func(src []byte) bool
	// read and write convert files that belong together. They return nothing for a file with errors. read is nil if
	// convert cannot read the format, and write is nil if convert cannot write it.
	read  func(files []btcpp.Source) ([]*trees.File, diag.List)
	write func(files []*trees.File) ([][]byte, diag.List)
}

// alone returns a read function that reads each file by itself.
func alone(read func(path string, src []byte) (*trees.File, diag.List)) func([]btcpp.Source) ([]*trees.File, diag.List) {
	return func(sources []btcpp.Source) (files []*trees.File, problems diag.List) {
		for _, s := range sources {
			f, list := read(s.Path, s.Text)
			files, problems = append(files, f), append(problems, list...)
		}
		return files, problems
	}
}

// each returns a write function that writes each file by itself.
func each(write func(f *trees.File) ([]byte, diag.List)) func([]*trees.File) ([][]byte, diag.List) {
	return func(files []*trees.File) (texts [][]byte, problems diag.List) {
		for _, f := range files {
			text, list := write(f)
			texts, problems = append(texts, text), append(problems, list...)
		}
		return texts, problems
	}
}

// formats are the formats that convert knows. If several formats have the extension of a file, the contents decide.
// If the contents fit several formats, the first one in this list is used.
var formats = []format{
	{
		name: "bough", what: lang.N("tree files, in their canonical form"), extensions: []string{".bt"},
		sniff: func([]byte) bool { return false },
		read:  alone(trees.Parse),
		write: each(func(f *trees.File) ([]byte, diag.List) { return trees.Format(f), nil }),
	},
	{
		name: "json", what: lang.N("trees as JSON, without loss"), extensions: []string{".json"},
		sniff: jsontree.Sniff,
		read:  alone(jsontree.Parse),
		write: each(writeJSONTree),
	},
	{
		name: "btcpp", what: lang.N("BehaviorTree.CPP 4, as in Groot2"), extensions: []string{".xml"},
		sniff: btcpp.Sniff,
		read:  btcpp.ImportProject,
		write: btcpp.ExportProject,
	},
	{
		name: "behavior3", what: lang.N("behavior3 and its editor"), extensions: []string{".json", ".b3"},
		sniff: behavior3.Sniff,
		read:  alone(behavior3.Import),
		write: each(func(f *trees.File) ([]byte, diag.List) { return behavior3.Export(f, behavior3.Original) }),
	},
	{
		name: "behavior3-nested", what: lang.N("behavior3 of later editors"), extensions: []string{".json"},
		sniff: func([]byte) bool { return false },
		write: each(func(f *trees.File) ([]byte, diag.List) { return behavior3.Export(f, behavior3.Nested) }),
	},
	{
		name: "tinybt", what: lang.N("scripts of TinyBT"), extensions: []string{".tinybt"},
		sniff: tinybt.Sniff,
		read:  alone(tinybt.Import),
	},
}

// ownMember finds a member that a JSON file of a format has, maybe with mistakes.
var ownMember = regexp.MustCompile(`"(trees|conditions|root|nodes)"`)

// maxImport exceeds the size limits of all formats except Bough's own.
const maxImport = 64 << 20

func writeJSONTree(f *trees.File) ([]byte, diag.List) {
	out, err := jsontree.Marshal(f)
	if err == nil {
		return out, nil
	}
	var list diag.List
	if !errors.As(err, &list) {
		list.Add(diag.Pos{File: f.Path}, message.NotConvertible("JSON", err.Error()))
	}
	return nil, list
}

// converter holds the flags and the state of the command convert.
type converter struct {
	from, to, output string
	stubs            string // directory
	force, schema    bool

	in        io.Reader
	out, errs io.Writer
	inputs    []*input
	found     diag.List // mistakes in all files
	results   []result
	needed    []*stub // scripts that the trees name
}

// input is a file that is read.
type input struct {
	path     string // "-" is standard input
	name     string // in messages
	text     []byte
	from     *format
	included bool // it is included by another file, and is not on the command line
	file     *trees.File
}

// result is a text to write.
type result struct {
	path string // "-" is standard output
	text []byte
}

func newConvertCommand() *cobra.Command {
	v := &converter{}
	c := &cobra.Command{
		Use:   "convert [FILE ...]",
		Short: tr.T("Write trees in another format, or read them from one"),
		Long: tr.F(`Convert reads trees in one format and writes them in another. It recognizes the formats
by the extensions of the files, and the format of the input also by its contents. The file
- is standard input. It reports each node whose meaning changes. All files of one command
belong together: they may include trees of each other. Files that a file of
BehaviorTree.CPP includes are converted, too, if the output is a directory.

%s
With --schema it prints the JSON Schema of the format json.`, formatTable()),
		Example: "  bough convert --to json scripts/guard.bt\n  bough convert -o scripts/guard.bt guard.json\n  bough convert --to json -o out scripts/*.bt",
		RunE: func(c *cobra.Command, args []string) error {
			v.in, v.out, v.errs = c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr()
			return v.run(args)
		},
	}
	c.Flags().StringVar(&v.from, "from", "", tr.T("the format of the input"))
	c.Flags().StringVar(&v.to, "to", "", tr.T("the format of the output (default: by its extension, else bough)"))
	c.Flags().StringVarP(&v.output, "output", "o", "-", tr.T("where to write; for several files a directory"))
	c.Flags().StringVar(&v.stubs, "stubs", "", tr.T("directory in which to create a script for each behavior that has none; it raises an error until you write it"))
	c.Flags().BoolVar(&v.force, "force", false, tr.T("replace files that exist"))
	c.Flags().BoolVar(&v.schema, "schema", false, tr.T("print the JSON Schema of the format json"))
	return c
}

// formatTable returns the list of formats for the help text.
func formatTable() string {
	var b strings.Builder
	for _, f := range formats {
		does := tr.T("read and written")
		switch {
		case f.write == nil:
			does = tr.T("read only")
		case f.read == nil:
			does = tr.T("written only")
		}
		fmt.Fprintf(&b, "  %-17s %-7s %s (%s)\n", f.name, f.extensions[0], tr.T(f.what), does)
	}
	return b.String()
}

func (v *converter) run(files []string) error {
	if v.schema {
		if len(files) > 0 {
			return usagef("convert --schema takes no files")
		}
		return writeDocument(v.out, jsontree.Schema())
	}
	to, several, err := v.check(files)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := v.open(file); err != nil {
			return err
		}
	}
	v.follow(several)
	v.transform(to, several)
	if len(v.found) > 0 {
		fmt.Fprintln(v.errs, countProblems(v.found))
	}
	if v.found.Err() != nil {
		return errFindings
	}
	if err := v.put(); err != nil || v.stubs == "" {
		return err
	}
	return v.putStubs()
}

// check checks the arguments and flags. It returns the format to write, and reports whether the
// output is a directory.
func (v *converter) check(files []string) (to *format, several bool, err error) {
	// A file has an extension. The directory of the stubs is made later, and may be the same.
	several = len(files) > 1 || isDir(v.output) || strings.HasSuffix(v.output, "/") ||
		v.stubs != "" && filepath.Clean(v.output) == filepath.Clean(v.stubs)
	switch {
	case len(files) == 0:
		return nil, false, usagef("convert wants files, or - for standard input")
	case len(files) > 1 && v.output == "-":
		return nil, false, usagef("several files want a directory: -o DIR")
	case len(files) > 1 && slices.Contains(files, "-"):
		return nil, false, usagef("standard input is converted alone")
	}
	if v.from != "" {
		if from, err := formatNamed(v.from); err != nil {
			return nil, false, err
		} else if from.read == nil {
			return nil, false, usagef("the format %s can only be written", from.name)
		}
	}
	name := v.to
	if name == "" && !several && v.output != "-" {
		by := formatsOf(v.output)
		if len(by) == 0 {
			return nil, false, usagef("-o %s: want a file that ends in %s, a directory with / at its end, or --to and a format", v.output, writtenExtensions())
		}
		name = by[0].name
	}
	if name == "" {
		name = formats[0].name
	}
	to, err = formatNamed(name)
	if err == nil && to.write == nil {
		err = usagef("the format %s can only be read", to.name)
	}
	return to, several, err
}

// formatNamed returns the format with the given name.
func formatNamed(name string) (*format, error) {
	var names []string
	for i := range formats {
		if formats[i].name == name {
			return &formats[i], nil
		}
		names = append(names, formats[i].name)
	}
	hint := diag.DidYouMean(name, names)
	if hint == "" {
		hint = tr.F("there are %s", strings.Join(names, ", "))
	}
	return nil, usagef("there is no format %q; %s", name, hint)
}

// writtenExtensions lists the extensions of the formats that convert writes.
func writtenExtensions() string {
	var all []string
	for _, f := range formats {
		for _, ext := range f.extensions {
			if f.write != nil && !slices.Contains(all, ext) {
				all = append(all, ext)
			}
		}
	}
	return strings.Join(all, ", ")
}

// formatsOf returns the formats that have the extension of a file.
func formatsOf(path string) []*format {
	var found []*format
	for i := range formats {
		if slices.Contains(formats[i].extensions, strings.ToLower(filepath.Ext(path))) {
			found = append(found, &formats[i])
		}
	}
	return found
}

// guess returns the format of an input. It uses the extension, or the contents if no format or several formats have
// that extension.
func (v *converter) guess(path string, src []byte) (*format, error) {
	if v.from != "" {
		return formatNamed(v.from)
	}
	byName := slices.DeleteFunc(formatsOf(path), func(f *format) bool { return f.read == nil })
	if len(byName) == 1 {
		return byName[0], nil
	}
	for i := range formats {
		if f := &formats[i]; f.read != nil && (len(byName) == 0 || slices.Contains(byName, f)) && f.sniff(src) {
			return f, nil
		}
	}
	foreign := strings.IndexAny(strings.TrimSpace(string(src[:min(len(src), 64)])), "{[<") == 0
	switch {
	case len(byName) > 0 && (!foreign || ownMember.Match(src)):
		return byName[0], nil
	case path == "-" && !foreign:
		return &formats[0], nil
	}
	var names []string
	for i := range formats {
		if f := &formats[i]; f.read != nil && (len(byName) == 0 || slices.Contains(byName, f)) {
			names = append(names, f.name)
		}
	}
	return nil, usagef("the format of the input %s is not known; name it with --from: %s", path, strings.Join(names, ", "))
}

// open reads a file that the command line names.
func (v *converter) open(path string) error {
	text, err := v.source(path)
	if err != nil {
		return err
	}
	from, err := v.guess(path, text)
	if err != nil {
		return err
	}
	name := path
	if path == "-" {
		name = tr.T("standard input")
	}
	v.inputs = append(v.inputs, &input{path: path, name: name, text: text, from: from})
	return nil
}

// maxIncluded bounds the number of included files.
const maxIncluded = 1000

// follow opens the files that the inputs include, directly or through other files. It ignores a file that cannot be
// read, since reading the including file reports it.
func (v *converter) follow(several bool) {
	for i := 0; i < len(v.inputs) && len(v.inputs) < maxIncluded; i++ {
		in := v.inputs[i]
		if in.from.name != "btcpp" || in.path == "-" {
			continue
		}
		for _, path := range btcpp.Includes(in.text) {
			if !filepath.IsAbs(path) {
				path = filepath.Join(filepath.Dir(in.path), path)
			}
			if slices.ContainsFunc(v.inputs, func(other *input) bool { return filepath.Clean(other.path) == path }) {
				continue
			}
			text, err := v.source(path)
			if err != nil {
				continue
			}
			v.inputs = append(v.inputs, &input{path: path, name: path, text: text, from: in.from, included: true})
			if !several {
				v.found.Warn(diag.Pos{File: in.name, Line: 1, Col: 1}, message.IncludeNotWritten(path))
			}
		}
	}
}

// target returns the path of the output for the file at path.
func (v *converter) target(path string, to *format, several bool) string {
	if !several {
		return v.output
	}
	base := filepath.Base(path)
	if path == "-" {
		base = "trees"
	}
	return filepath.Join(v.output, strings.TrimSuffix(base, filepath.Ext(base))+to.extensions[0])
}

// source reads a file. It reads at most maxImport+1 bytes, so that a parser can detect a file that is too large.
func (v *converter) source(path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(io.LimitReader(v.in, maxImport+1))
	}
	src, err := readUpTo(path, maxImport)
	if errors.As(err, new(*fs.PathError)) {
		err = usageError{err}
	}
	return src, err
}

// transform reads the inputs and writes them in another format. Inputs of the same format are read together.
// transform prints the problems file by file.
func (v *converter) transform(to *format, several bool) {
	v.read()
	var files []*trees.File
	for _, in := range v.inputs {
		if in.file != nil && len(in.file.Trees)+len(in.file.Conditions) > 0 && (several || !in.included) {
			files = append(files, in.file)
			v.needed = stubsOf(in.file, v.needed)
			v.results = append(v.results, result{path: v.target(in.path, to, several)})
		}
	}
	if v.found.Err() == nil {
		texts, list := to.write(files)
		v.found = append(v.found, list...)
		for i := range texts {
			v.results[i].text = texts[i]
		}
	}
	for _, in := range v.inputs {
		var own diag.List
		for _, d := range v.found {
			if d.Pos.File == in.name {
				own = append(own, d)
			}
		}
		if own.Sort(); len(own) > 0 {
			fmt.Fprintln(v.errs, own)
		}
	}
}

// read reads the inputs.
func (v *converter) read() {
	for i := range formats {
		from := &formats[i]
		var group []*input
		var sources []btcpp.Source
		for _, in := range v.inputs {
			if in.from == from {
				group, sources = append(group, in), append(sources, btcpp.Source{Path: in.name, Text: in.text})
			}
		}
		if len(group) == 0 {
			continue
		}
		files, list := from.read(sources)
		v.found = append(v.found, list...)
		for i := range files {
			group[i].file = files[i]
		}
	}
}

// put writes all results, or none if there is an error before writing.
func (v *converter) put() error {
	seen := map[string]string{}
	for _, r := range v.results {
		switch first := seen[strings.ToLower(r.path)]; first {
		case "":
		case r.path:
			return tr.Errorf("two files would be written to %s; convert them one by one", r.path)
		default:
			return tr.Errorf("%s and %s would be one file on Windows and macOS; rename one of the files that are converted", first, r.path)
		}
		seen[strings.ToLower(r.path)] = r.path
		if _, err := os.Lstat(r.path); err == nil && !v.force && r.path != "-" {
			return tr.Errorf("%s exists already; --force replaces it", r.path)
		}
	}
	for _, r := range v.results {
		if err := v.save(r); err != nil {
			return err
		}
	}
	return nil
}

func (v *converter) save(r result) error {
	if r.path == "-" {
		return writeDocument(v.out, r.text)
	}
	if err := os.MkdirAll(filepath.Dir(r.path), 0o755); err != nil {
		return err
	}
	return replaceText(r.path, r.text)
}

// stub is a script that still has to be written.
type stub struct {
	name   string
	args   int           // number of positional values
	params []trees.Param // each with the first value that a node gives it
	wraps  bool          // each node has one child, as a decorator
}

// stubsOf adds a stub to list for each behavior that the trees of a file name, in the order of the text.
func stubsOf(f *trees.File, list []*stub) []*stub {
	for _, t := range f.Trees {
		for n := range t.Root.All() {
			if n.Include || n.Slot || n.Override || behaviors.KindNamed(n.Name) != nil {
				continue
			}
			i := slices.IndexFunc(list, func(s *stub) bool { return s.name == n.Name })
			if i < 0 {
				i = len(list)
				list = append(list, &stub{name: n.Name, wraps: true})
			}
			list[i].see(n)
		}
	}
	return list
}

// see adds the arguments, parameters and children of a node of the behavior.
func (s *stub) see(n *trees.Node) {
	s.args = max(s.args, len(n.Args))
	s.wraps = s.wraps && len(n.Children) == 1
	for _, p := range n.Params {
		known := slices.ContainsFunc(s.params, func(q trees.Param) bool { return q.Name == p.Name })
		if !known && !isChildParam(p.Name) {
			s.params = append(s.params, p)
		}
	}
}

// isChildParam reports whether the name is a parameter that a node has for the kind of its parent.
func isChildParam(name string) bool {
	return slices.ContainsFunc(behaviors.Kinds, func(k behaviors.Kind) bool { return k.ChildParam(name) != nil })
}

// text returns a script that raises an error whenever it runs.
func (s *stub) text() string {
	var b strings.Builder
	b.WriteString("return {\n")
	if s.args > 0 {
		var names []string
		for i := range s.args {
			names = append(names, fmt.Sprintf("%q", fmt.Sprintf("arg%d", i+1)))
		}
		fmt.Fprintf(&b, "  args = { %s },\n", strings.Join(names, ", "))
	}
	if len(s.params) > 0 {
		b.WriteString("  params = {")
		for i, p := range s.params {
			v := p.Value
			if p.Ref || v.IsNil() {
				v = value.String("")
			}
			fmt.Fprintf(&b, "%s %s = %s", [...]string{"", ","}[min(i, 1)], p.Name, trees.Literal(v))
		}
		b.WriteString(" },\n")
	}
	hook := "behavior = function(agent, params)"
	if s.wraps {
		hook = "result = function(agent, params, memory, status)"
	}
	fmt.Fprintf(&b, "\n  %s\n    error(%q)\n  end,\n}\n", hook, tr.F("%s is not written yet", s.name))
	return b.String()
}

// write creates the script in a directory, unless the script exists. It reports whether it created the script.
func (s *stub) write(dir string) (bool, error) {
	path := filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(s.name, ".", "/"))+".lua")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if os.IsExist(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := f.WriteString(s.text()); err != nil {
		f.Close()
		return false, err
	}
	return true, f.Close()
}

// putStubs writes the missing scripts and prints their names.
func (v *converter) putStubs() error {
	var made []string
	for _, s := range v.needed {
		fresh, err := s.write(v.stubs)
		if err != nil {
			return err
		}
		if fresh {
			made = append(made, s.name)
		}
	}
	if len(made) > 0 {
		tr.Fprintf(v.errs, "scripts to be written, in %s: %s\n", v.stubs, strings.Join(made, ", "))
	}
	return nil
}
