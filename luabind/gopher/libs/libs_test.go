// Package libs tests that modules which others have written for gopher-lua can be bound. It is a module of its own, so that
// Bough does not depend on them.
package libs

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/gopher"
	"github.com/vadv/gopher-lua-libs/base64"
	"github.com/vadv/gopher-lua-libs/regexp"
	libstrings "github.com/vadv/gopher-lua-libs/strings"
	lua "github.com/yuin/gopher-lua"
	"layeh.com/gopher-json"
)

// TestLibraries calls functions and methods of modules from a behavior.
func TestLibraries(t *testing.T) {
	helpers := map[string][]bough.Helper{}
	bind := func(name string, loader lua.LGFunction, leave ...string) {
		list, err := gopher.Helpers(loader, leave...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, h := range list {
			helpers[name] = append(helpers[name], h.Pure())
		}
	}
	bind("json", json.Loader)
	bind("strings", libstrings.Loader, "Builder", "Reader")
	bind("regexp", regexp.Loader)
	bind("base64", base64.Loader, "RawStdEncoding", "RawURLEncoding", "StdEncoding", "URLEncoding")
	cases := []struct{ body, want string }{
		{`print(json.encode({ 1, 2, { x = true } }))`, `[1,2,{"x":true}]`},
		{`local t = json.decode('{"a":[1,{"b":"c"}],"n":null}') print(t.a[2].b, t.n)`, "c nil"},
		{`local t, err = json.decode("{") print(t, err)`, "nil unexpected end of JSON input"},
		{`print(json.encode(function() end))`, "nil json: error calling MarshalJSON for type json.jsonValue: cannot encode function to JSON"},
		{`print(#strings.split("a,b,c", ","), strings.fields(" x  y ")[2])`, "3 y"},
		{`print(strings.has_prefix("guard", "gu"), strings.trim_space("  a "), strings.contains("troll", "oll"))`, "true a true"},
		{`local re, err = regexp.compile("^(t)r") print(err, re:match("troll"), re:find_all_string_submatch("troll")[1][2])`, "nil true t"},
		{`local re, err = regexp.compile("(") print(re, strings.has_prefix(err, "error parsing regexp"))`, "nil true"},
		{`print(pcall(strings.split))`, "false bad argument #1 to split (string expected, got nil)"},
	}
	for _, c := range cases {
		var printed, faults []string
		game, err := bough.OpenFS(fstest.MapFS{
			"b.lua":  {Data: []byte("return { behavior = function(agent)\n" + c.body + "\nend }\n")},
			"one.bt": {Data: []byte("tree one\n  b\n")},
		}, bough.Options{
			Helpers: helpers,
			OnLog:   func(_ *bough.Agent, text string) { printed = append(printed, text) },
			OnFault: func(f *engine.Fault) { faults = append(faults, f.Diagnostic().Headline()) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := game.Spawn("one", nil); err != nil {
			t.Fatal(err)
		}
		game.Tick(time.Second)
		game.Close()
		if got := strings.Join(printed, "|"); got != c.want || len(faults) > 0 {
			t.Errorf("%s\n\tprints %q; want %q; %v", c.body, got, c.want, faults)
		}
	}
}
