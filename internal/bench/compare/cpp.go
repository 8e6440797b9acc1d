package compare

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/luabind"
)

//go:embed testdata/guard.cpp
var source []byte

//go:embed testdata/guard_btcpp.cpp
var behaviorTreeCPP []byte

//go:embed testdata/plain.lua
var plain []byte

// Lua is an implementation of Lua in C, with which programs in C++ can be linked.
type Lua struct {
	Name    string
	module  string     // name for pkg-config
	include string     // directory of the headers on Debian
	flags   [][]string // linker flags, tried in order; calls into a shared library are slower
}

// Luas holds the implementations to measure.
var Luas = []Lua{
	{"Lua 5.4", "lua5.4", "-I/usr/include/lua5.4", [][]string{{"-l:liblua5.4.a", "-lm", "-ldl"}, {"-llua5.4"}}},
	{"LuaJIT", "luajit", "-I/usr/include/luajit-2.1", [][]string{{"-l:libluajit-5.1.a", "-lm", "-ldl"}, {"-lluajit-5.1"}}},
}

// ErrNoLua reports that the compiler or a library for the C++ program is missing.
var ErrNoLua = errors.New("the compiler or the library is missing: apt-get install g++ liblua5.4-dev libluajit-5.1-dev")

// Cpp runs a scenario in a C++ program, in a process of its own.
type Cpp struct {
	scenario *Scenario
	process  *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
}

// Protections lists what can make a protected call in the C++ program: each hook, each agent, or the tick of all agents.
// With PlainLua, a script walks the tree instead of C++, and its tick is protected.
var Protections = []string{"hook", "agent", "tick", PlainLua}

// PlainLua is the last of Protections.
const PlainLua = "plain"

// Program is the C++ program, built with a Lua. It can run any number of scenarios.
type Program struct{ folder, file string }

// Start writes the input files of a scenario to a new folder beside the program, and starts the program. protection is
// one of Protections.
func (p *Program) Start(s *Scenario, protection string) (*Cpp, error) {
	folder, err := os.MkdirTemp(p.folder, s.Name)
	if err != nil {
		return nil, err
	}
	if err := s.write(folder); err != nil {
		return nil, err
	}
	return start(s, p.file, folder, protection)
}

// start starts a program that runs a scenario.
func start(s *Scenario, program string, args ...string) (c *Cpp, err error) {
	c = &Cpp{scenario: s, process: exec.Command(program, args...)}
	c.process.Stderr = os.Stderr
	if c.in, err = c.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReader(out)
	return c, c.process.Start()
}

// ErrNoLibrary reports that BehaviorTree.CPP is missing.
var ErrNoLibrary = errors.New("BehaviorTree.CPP is not installed: .ci/btcpp FOLDER SOURCE builds it, BOUGH_BTCPP=FOLDER names it")

// StartLibrary builds a program in a folder that runs Guard in BehaviorTree.CPP with leaves in C++, and starts it. library
// is the folder where .ci/btcpp has installed the library. The scenario of the Cpp is GuardInGo, which does the same with
// behaviors in Go.
func StartLibrary(library, folder string) (*Cpp, error) {
	libraries, err := filepath.Glob(filepath.Join(library, "lib", "lib*.a"))
	if err != nil || library == "" || len(libraries) == 0 {
		return nil, ErrNoLibrary
	}
	text, program := filepath.Join(folder, "guard_btcpp.cpp"), filepath.Join(folder, "guard-btcpp")
	var agents strings.Builder
	for i := range GuardInGo.Agents {
		fields := map[string]float64{"target": math.NaN()}
		maps.Insert(fields, GuardInGo.start(i))
		fmt.Fprintln(&agents, fields["hp"], fields["x"], fields["vx"], fields["target"])
	}
	if err := os.WriteFile(text, behaviorTreeCPP, 0o644); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "agents.txt"), []byte(agents.String()), 0o644); err != nil {
		return nil, err
	}
	args := []string{"-std=c++17", "-O2", "-I" + filepath.Join(library, "include"), text, "-o", program, "-Wl,--start-group"}
	args = append(append(args, libraries...), "-Wl,--end-group", "-pthread", "-ldl")
	if said, err := exec.Command("g++", args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("g++ does not build guard_btcpp.cpp: %w\n%s", err, said)
	}
	return start(GuardInGo, program, folder)
}

// Build builds the program in a folder. The error is ErrNoLua if something that it needs is not installed.
func (l Lua) Build(folder string) (*Program, error) {
	text := filepath.Join(folder, "guard.cpp")
	if err := os.WriteFile(text, source, 0o644); err != nil {
		return nil, err
	}
	headers := []string{l.include}
	if out, err := exec.Command("pkg-config", "--cflags", l.module).Output(); err == nil {
		headers = strings.Fields(string(out))
	}
	p := &Program{folder, filepath.Join(folder, "guard-"+l.module)}
	var said []byte
	var err error
	for _, flags := range l.flags {
		args := slices.Concat([]string{"-std=c++17", "-O2", "-o", p.file}, headers, []string{text}, flags)
		if said, err = exec.Command("g++", args...).CombinedOutput(); err == nil {
			return p, nil
		}
	}
	for _, lacks := range []string{"lauxlib.h", "cannot find -l"} {
		if errors.Is(err, exec.ErrNotFound) || strings.Contains(string(said), lacks) {
			return nil, ErrNoLua
		}
	}
	return nil, fmt.Errorf("g++ does not build guard.cpp with %s: %w\n%s", l.Name, err, said)
}

// write writes the scripts, the tree and the agents in the input format of the program.
func (s *Scenario) write(folder string) error {
	var tree, agents strings.Builder
	for _, p := range s.places() {
		fmt.Fprintln(&tree, p.behavior, p.child, p.sibling)
	}
	agents.WriteString("return {\n")
	for i := range s.Agents {
		agents.WriteString("  {")
		for name, n := range s.start(i) {
			fmt.Fprintf(&agents, " %s = %s,", name, strconv.FormatFloat(n, 'f', -1, 64))
		}
		agents.WriteString(" },\n")
	}
	agents.WriteString("}\n")
	files := map[string][]byte{"tree.txt": []byte(tree.String()), "agents.lua": []byte(agents.String()), "plain.lua": plain}
	for name, f := range s.files {
		files[name] = f.Data
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// obey sends a command line to the program and returns the reply.
func (c *Cpp) obey(line string) (string, error) {
	_, err := fmt.Fprintln(c.in, line)
	if err == nil {
		line, err = c.out.ReadString('\n')
	}
	if err != nil {
		return "", fmt.Errorf("the program in C++ has ended: %w", err)
	}
	return line, nil
}

// tick makes the program tick, and returns the time that it took, in nanoseconds.
func (c *Cpp) tick(ticks int) (float64, error) {
	answer, err := c.obey(fmt.Sprint("tick ", ticks))
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strings.TrimSpace(answer), 64)
}

// work returns the number of hook calls, and the sum of each field over all agents.
func (c *Cpp) work() (calls uint64, sums map[string]float64, err error) {
	answer, err := c.obey("work")
	if err != nil {
		return 0, nil, err
	}
	words := strings.Fields(answer)
	calls, err = strconv.ParseUint(words[0], 10, 64)
	sums = map[string]float64{}
	for i := 1; i+1 < len(words) && err == nil; i += 2 {
		sums[words[i]], err = strconv.ParseFloat(words[i+1], 64)
	}
	return calls, sums, err
}

// agree makes both sides tick the same number of times, and compares their numbers of hook calls and their fields.
func (c *Cpp) agree(ticks int) error {
	if _, err := c.tick(ticks); err != nil {
		return err
	}
	theirs, fields, err := c.work()
	if err != nil {
		return err
	}
	ours, sums, err := c.scenario.work(c.scenario.Agents, ticks)
	if err != nil {
		return err
	}
	if ours != theirs {
		return fmt.Errorf("the two sides did different work: %d and %d calls of hooks", ours, theirs)
	}
	return same(sums, fields)
}

// turn is the number of ticks in a turn of the engine or the C++ program. It is small, since a game does other work
// between ticks. It is greater than one, since switching to the other process disturbs the caches.
const turn = 4

// warmUp is the number of ticks that both sides make before the measurement.
const warmUp = 300

// Compare measures a tick of the engine and a tick of the C++ program, in nanoseconds per agent. The engine counts
// steps, and the C++ program does not.
func (c *Cpp) Compare(rounds int, now Clock) (Pair, error) {
	if err := c.agree(warmUp); err != nil {
		return Pair{}, err
	}
	w, err := c.scenario.NewWorld(c.scenario.Agents, luabind.Options{})
	if err != nil {
		return Pair{}, err
	}
	defer w.Close()
	tick := func(n int) {
		for range n {
			w.Tick(Frame)
		}
	}
	tick(warmUp)
	var t turns
	var failed error
	for range rounds {
		t.round(now.timed(func() { tick(turn) }), func() (ns float64) {
			ns, failed = c.tick(turn)
			return ns
		})
		if failed != nil {
			return Pair{}, failed
		}
	}
	_, sums, err := c.work()
	if err != nil {
		return Pair{}, err
	}
	return t.pair().per(float64(turn * c.scenario.Agents)), same(w.sums(c.scenario.fieldNames()), sums)
}

// Close ends the program.
func (c *Cpp) Close() error {
	c.in.Close()
	return c.process.Wait()
}
