package commands

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/testdata"
)

// editorScripts are the scripts of TestEditorFiles. They show types by declarations, literals, calculations and trees.
var editorScripts = map[string]string{
	"scripts/agent.fields": `hp number 0..100 = 100: hit points left
mood "calm" | "wild" = "calm": how it feels
target agent: whom it attacks
nest point: where it lives
bag { gold number, keys list of text }: what it carries
ally handle Friend: a handle
born: seconds since the beginning
stimulus noise { by agent }: a sound
`,
	"scripts/flee.lua": `return {
  doc = "Runs away.",
  params = { near = 10, from = { x = 1, y = 2 }, route = { "a", "b" }, quiet = false, any = {} },
  args = { "goal" },
  precondition = function(agent, params)
    return agent.hp < params.near
  end,
  on_enter = function(agent)
    agent.fled = true
    agent.steps = (agent.steps or 0) + 1
    agent.chased_by = agent.target
  end,
}
`,
	"scripts/combat/strike.lua": "return {}\n",
	"scripts/lib/walk.lua":      "return { pace = 3 }\n",
	"scripts/guard.bt": `tree guard
  flee "home" who=$target
    flee 2 quiet="yes"
    combat.strike
`,
}

// writeFiles writes files below the present folder.
func writeFiles(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEditorFiles checks what bough new editors writes, and that Bough's own parser finds no mistake in what is Lua.
func TestEditorFiles(t *testing.T) {
	golden, err := filepath.Abs("testdata/editors")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	writeFiles(t, editorScripts)
	before, _ := stockCheck("scripts")
	var out, errs bytes.Buffer
	if code := stock([]string{"new", "editors"}, &out, &errs); code != 0 || errs.Len() > 0 {
		t.Fatalf("%s%s", &out, &errs)
	}
	for name := range strings.FieldsSeq(out.String()) {
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(golden, strings.TrimPrefix(filepath.Base(name), "."))
		if *update {
			if err := os.WriteFile(at, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(at); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from %s (%v); go test ./cmd/bough/commands -run EditorFiles -update writes it", name, at, err)
		}
		if strings.HasSuffix(name, ".lua") || strings.HasSuffix(name, "luacheckrc") {
			if err := syntax.Parse(name, string(got)).Err(); err != nil {
				t.Error(err)
			}
		}
	}
	if after, _ := stockCheck("scripts"); after != before {
		t.Errorf("check says\n%s\nand said\n%s", after, before)
	}

	// New scripts are in the definitions when they are written anew.
	writeFiles(t, map[string]string{"scripts/hide.lua": "return { params = { depth = 1 } }\n"})
	if code := stock([]string{"api", "--luals", "-w"}, &out, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	if text, err := os.ReadFile(".bough/definitions.lua"); err != nil || !strings.Contains(string(text), "---@class hide.Params\n---@field depth number\n") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestHiddenScripts checks that the files for editors are no scripts, also where the folder of the project is that of the
// scripts.
func TestHiddenScripts(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFiles(t, map[string]string{"root.lua": "return {}\n", "a.bt": "tree a\n  root\n"})
	before, _ := stockCheck(".")
	writeFiles(t, map[string]string{".bough/definitions.lua": "no Lua", ".bough/plugin.lua": "no Lua", ".luacheckrc": "no Lua", "bough.yml": "", "selene.toml": ""})
	if after, code := stockCheck("."); after != before || code != 0 {
		t.Errorf("check says\n%s\nand said\n%s", after, before)
	}
}

// TestEditorTools checks that the Lua language server and luacheck have nothing to say about the samples, and
// that the server knows the types of parameters and fields.
func TestEditorTools(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.CopyFS("scripts", testdata.Samples()); err != nil {
		t.Fatal(err)
	}
	if code := stock([]string{"new", "editors"}, new(bytes.Buffer), os.Stderr); code != 0 {
		t.Fatal("no settings")
	}
	t.Run("luacheck", func(t *testing.T) {
		if _, err := exec.LookPath("luacheck"); err != nil {
			t.Skip("luacheck is not installed")
		}
		if out, err := exec.Command("luacheck", "-q", "--no-color", ".").CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("luals", func(t *testing.T) {
		if _, err := exec.LookPath("lua-language-server"); err != nil {
			t.Skip("lua-language-server is not installed")
		}
		check := func() string {
			out, _ := exec.Command("lua-language-server", "--check=.", "--check_format=pretty", "--trust_all_plugins=true", "--logpath="+t.TempDir()).CombinedOutput()
			return string(out)
		}
		if out := check(); !strings.Contains(out, "no problems found") {
			t.Errorf("of the samples:\n%s", out)
		}
		writeFiles(t, map[string]string{"scripts/combat/strike.lua": "return {\n  params = { windup = 1 },\n  on_enter = function(agent, params)\n    print(params.windap, field.bearing(agent.mood, 1, 2))\n  end,\n}\n"})
		writeFiles(t, map[string]string{"scripts/combat/throw.lua": "local throw = { params = { range = 1 } }\n\nfunction throw.helper() end\n\nfunction throw.behavior(agent, params)\n  agent.x = params.rnage\nend\n\nreturn throw\n"})
		out := check()
		if strings.Contains(out, "inject-field") {
			t.Errorf("a function of the table is not allowed:\n%s", out)
		}
		for _, want := range []string{"Undefined field `windap`", "Undefined field `rnage`", "Cannot assign `string` to parameter `number`"} {
			if !strings.Contains(out, want) {
				t.Errorf("not found: %s\n%s", want, out)
			}
		}
	})
}
