package e2e

import (
	"bufio"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var otherProcessors = flag.Bool("processors", false, "build for other processors, look for fused operations, and replay recordings there")

// computing lists the packages that compute states of a game, and the arena.
func computing(t *testing.T) (paths, files []string) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{range .GoFiles}} {{$.Dir}}/{{.}}{{end}}", ".", "./luabind/geom", "./internal/arena")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); strings.HasPrefix(f[0], module) {
			paths, files = append(paths, f[0]), append(files, f[1:]...)
		}
	}
	return paths, files
}

// sameEverywhere matches the functions and constants of package math whose results are exact or correctly rounded.
var sameEverywhere = regexp.MustCompile(`^(Abs|Ceil|Copysign|Float64bits|Float64frombits|Floor|Frexp|Inf|IsInf|IsNaN|Ldexp|Mod|Modf|NaN|Pow10|Round|Signbit|Sqrt|Trunc|Ln10|Max.*|Min.*|Phi|Pi|Sqrt2)$`)

// TestMathIsTheSameEverywhere checks that packages that compute states use no function of package math that may
// return other bits on other processors. Package internal/float has these functions.
func TestMathIsTheSameEverywhere(t *testing.T) {
	_, files := computing(t)
	used := false
	for _, file := range files {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"math"` }) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "math" {
					used = true
					if !sameEverywhere.MatchString(s.Sel.Name) {
						t.Errorf("%s: math.%s may differ between processors", fset.Position(s.Pos()), s.Sel.Name)
					}
				}
			}
			return true
		})
	}
	if !used {
		t.Error("package math is used nowhere")
	}
}

// fused matches a fused operation in the assembly of arm64 or amd64.
var fused = regexp.MustCompile(`\t(FN?M(ADD|SUB)[DS]|VFN?M(ADD|SUB|ADDSUB|SUBADD)\d*[PS][DS])\t`)

// TestNothingIsFused looks for fused operations in the assembly of packages that compute states. Each would be
// float64(x*y) + z in the source.
func TestNothingIsFused(t *testing.T) {
	if !*otherProcessors {
		t.Skip("it takes long; run it with -processors")
	}
	paths, _ := computing(t)
	for _, target := range []string{"GOARCH=arm64", "GOARCH=amd64 GOAMD64=v3"} {
		t.Run(target, func(t *testing.T) {
			const control = module + "/internal/e2e/testdata/processors/fused"
			cmd := exec.Command("go", append([]string{"build", "-gcflags=" + module + "/...=-S", control}, paths...)...)
			cmd.Dir, cmd.Env = root, append(os.Environ(), strings.Fields(target)...)
			r, w := io.Pipe()
			cmd.Stderr = w
			go func() { w.CloseWithError(cmd.Run()) }()
			seen := false
			lines := bufio.NewScanner(r)
			lines.Buffer(nil, 1<<20)
			for lines.Scan() {
				switch line := lines.Text(); {
				case !fused.MatchString(line):
				case strings.Contains(line, "processors/fused/"):
					seen = true
				default:
					t.Error(strings.TrimSpace(line))
				}
			}
			if err := lines.Err(); err != nil {
				t.Fatal(err)
			}
			if !seen {
				t.Error("a fused operation was not found")
			}
		})
	}
}

// TestRecordingsRepeatOnOtherProcessors records a game in this build and in others. Each must repeat the recordings of
// the others.
func TestRecordingsRepeatOnOtherProcessors(t *testing.T) {
	if !*otherProcessors {
		t.Skip("it takes long; run it with -processors")
	}
	const wasm = "GOOS=js GOARCH=wasm"
	dir := t.TempDir()
	var others [][]string
	build := func(target, out string) {
		cmd := exec.Command("go", "build", "-o", out, "./internal/e2e/testdata/processors")
		cmd.Dir, cmd.Env = root, append(os.Environ(), strings.Fields(target)...)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", target, err, text)
		}
	}
	run := func(program []string, args ...string) {
		cmd := exec.Command(program[0], append(program[1:], args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, out)
		}
	}
	here := []string{filepath.Join(dir, "here")}
	build("", here[0])
	if _, err := exec.LookPath("node"); err != nil {
		t.Log("node is not installed")
	} else {
		program := filepath.Join(dir, "wasm")
		build(wasm, program)
		goroot, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		others = append(others, []string{filepath.Join(strings.TrimSpace(string(goroot)), "lib/wasm/go_js_wasm_exec"), program})
	}
	if runtime.GOARCH == "amd64" && runtime.GOOS == "linux" {
		for _, target := range []string{"GOAMD64=v1", "GOAMD64=v3", "GOARCH=386"} {
			program := filepath.Join(dir, target)
			build(target, program)
			if target == "GOAMD64=v3" && exec.Command(program, "replay").Run() != nil {
				t.Logf("this processor cannot run %s", target)
				continue
			}
			others = append(others, []string{program})
		}
	}
	recorded := filepath.Join(dir, "here.bough")
	run(here, "record", recorded)
	arena := filepath.Join(dir, "arena.bough")
	cmd := exec.Command("go", "run", "./cmd/bough", "play", "--agents", "60", "--ticks", "300", "--record", arena)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, other := range others {
		own := other[len(other)-1] + ".bough"
		run(other, "record", own)
		run(here, "replay", own)
		run(other, "replay", recorded, arena)
	}
}
