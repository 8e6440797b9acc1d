package assets

import (
	"math"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lua"
)

// own is the name of the table whose members are the same in every game. A call of any other member of
// it is an error.
const own = "bt"

// maxFindings bounds the number of problems reported for one file.
const maxFindings = 1000

// globals are the names of the globals of scripts, and of the members of tables. They are looked up
// before the first script is compiled, when all Go functions have been bound.
type globals struct {
	runtime *luabind.Runtime
	members map[string][]string
	hints   map[string]diag.Words // for names that are not globals
}

// load looks up the globals at the first call.
func (g *globals) load() {
	if g.members == nil {
		g.members = g.runtime.Members()
	}
}

// check warns about reads of globals that no script can have. Such a read gives nil, and the name is
// usually misspelled. It also reports calls of helpers with too many or too few arguments, and questions
// about ticks that an agent does not remember.
func (g *globals) check(f *file) {
	for _, read := range f.compiled.Script().GlobalReads {
		inside, known := g.members[read.Name]
		switch {
		case len(f.own) >= maxFindings:
			return
		case read.Name == f.compiled.Base(): // the name may be the file's own table
		case f.module() && read.Either: // a library that runs in several versions of Lua
		case !known:
			f.warn(read.Pos, message.UnknownGlobal(read.Name)).Advise(g.noSuch(f, read))
		case read.Member != "" && inside != nil && !slices.Contains(inside, read.Member):
			d := f.warn(read.MemberPos, message.UnknownLibraryMember(read.Name, read.Member))
			if read.Name == own && read.Trusted {
				d.Severity = diag.Error
			}
			d.Advise(g.noMember(read, inside))
		case read.Colon && inside != nil:
			d := f.warn(read.MemberPos, message.ColonOnLibrary(read.Name, read.Member))
			if read.Trusted {
				d.Severity = diag.Error
			}
		}
	}
	f.own = toldOnce(f.own, message.UnknownGlobal("").Code)
	for _, call := range f.compiled.Script().Calls {
		library, name, _ := strings.Cut(call.Name, ".")
		if call.Args < 0 || len(f.own) >= maxFindings {
			continue
		} else if wrong, at := g.runtime.CheckArguments(library, name, call); wrong.Text != "" {
			f.warn(at, wrong).Severity = diag.Error
		}
	}
	g.checkHandles(f)
	if !slices.Contains(g.members["geom"], "in_cone") { // the game has a namespace of that name of its own, or none
		f.own = slices.DeleteFunc(f.own, lint.IsAboutGeom)
	}
	for _, u := range f.compiled.Script().AskedTicks() {
		if n, ok := lua.ParseNumber(u.Name); ok && !g.runtime.Remembers(n) && len(f.own) < maxFindings {
			f.warn(u.Pos, message.TicksNotRemembered(g.runtime.History(), u.Name)).Severity = diag.Error
		}
	}
}

// checkHandles reports methods that handles do not have, and fields, which no handle has. If the type of a handle is
// not known, it warns only of a likely misspelling.
func (g *globals) checkHandles(f *file) {
	if len(g.runtime.MethodNames(nil)) == 0 {
		return
	}
	for _, u := range f.compiled.Script().HandleUses() {
		t := g.runtime.ResultHandle(u.From)
		names := g.runtime.MethodNames(t)
		isMethod := slices.Contains(names, u.Name)
		switch {
		case len(f.own) >= maxFindings:
			return
		case t == nil && u.From != "":
		case t == nil && isMethod:
		case isMethod && u.Called:
			if w := g.runtime.CheckMethod(u.Object+":"+u.Name, u.Name, t, u.Args); w.Text != "" {
				f.warn(u.Pos, w).Severity = diag.Error
			}
		case t == nil:
			if near := diag.Suggest(u.Name, names); near != "" && !slices.Contains(g.members["string"], u.Name) {
				f.warn(u.Pos, message.NoHandleMethod(u.Name, near))
			}
		case isMethod:
			d := f.warn(u.Pos, message.HandleWithoutField(nil, u.Name, value.TypeName(t)))
			d.Severity = diag.Error
			d.Advise(message.CallMethod(u.Name, u.Object))
		case u.Called:
			d := f.warn(u.Pos, message.HandleWithoutMethod(luabind.Listed(names), u.Name, value.TypeName(t)))
			d.Severity = diag.Error
			d.Advise(luabind.OtherMethod(u.Name, names))
		default:
			d := f.warn(u.Pos, message.HandleWithoutField(luabind.Listed(names), u.Name, value.TypeName(t)))
			d.Severity = diag.Error
			d.Advise(luabind.OtherMethod(u.Name, names))
		}
	}
}

// CheckGlobals returns the problems of the globals that a test file reads, and of its calls of helpers. more are the
// names of globals that only the test has. hints contains remedies for names that only other scripts have. CheckGlobals
// must be called after Load of the manager.
func CheckGlobals(r *luabind.Runtime, c *luabind.Chunk, more []string, hints map[string]diag.Words) diag.List {
	f, g := &file{compiled: c}, globals{runtime: r, members: r.Members(), hints: hints}
	for name := range hints {
		delete(g.members, name)
	}
	for _, name := range more {
		g.members[name] = nil
	}
	g.check(f)
	return f.own
}

func (f *file) warn(pos diag.Pos, w diag.Words) *diag.Diagnostic {
	d := f.own.Warn(pos, w)
	d.Source = f.compiled.Script().Line(pos.Line)
	return d
}

// noSuch returns the remedy for a read of a global that does not exist.
func (g *globals) noSuch(f *file, read lint.GlobalRead) diag.Words {
	if read.Itself {
		return message.LocalFunction(read.Name)
	}
	if remedy := f.compiled.Script().Unseen(read); remedy.Code != "" {
		return remedy
	}
	if status := strings.ToLower(read.Name); read.Called && (status == "success" || status == "failure") {
		return message.WriteCode(`return "` + status + `"`)
	}
	for _, remedy := range []diag.Words{g.hints[read.Name], apidoc.Elsewhere(read.Name), g.runtime.Within(read.Name, read.Member != "")} {
		if remedy.Code != "" {
			return remedy
		}
	}
	fields := f.compiled.Fields()
	for _, use := range slices.Concat(fields.Reads, fields.Writes) {
		if use.Name == read.Name {
			return message.DidYouMean("agent." + read.Name)
		}
	}
	known := slices.Concat(f.compiled.Script().Visible(read), sortedKeys(g.members), []string{"nil", "true", "false"})
	if near := message.Near(read.Name, known); near.Text != "" {
		return near
	}
	if near := lint.MisspelledKeyword(strings.ToLower(read.Name)); near != "" {
		return message.DidYouMean(near)
	}
	return read.Undefined()
}

// noMember returns the remedy for a read of a member that a table does not have.
func (g *globals) noMember(read lint.GlobalRead, inside []string) diag.Words {
	path := read.Name + "." + read.Member
	for _, library := range sortedKeys(g.members) {
		if _, bound := g.runtime.CheckCall(library, read.Member, 0, math.MaxInt); bound && read.Name == "math" {
			return message.DidYouMean(library + "." + read.Member) // as in geom.clamp
		}
	}
	if remedy := apidoc.Elsewhere(path); remedy.Code != "" {
		return remedy
	}
	if near := message.Near(read.Member, inside); near.Text != "" {
		return near
	}
	if remedy := apidoc.Elsewhere(read.Member); read.Name == own && remedy.Code != "" {
		return remedy
	}
	return message.ListFunctions(read.Name)
}
