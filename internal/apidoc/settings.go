package apidoc

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The files of Settings that depend on the scripts of a game.
const (
	definitionsDir  = ".bough"
	DefinitionsFile = definitionsDir + "/definitions.lua"
	pluginFile      = definitionsDir + "/plugin.lua"
)

// SettingsFile is a file with settings, at a path below the folder of a project.
type SettingsFile struct{ Path, Text string }

// Settings returns files for editors and linters, with the definitions. scripts is the path of the folder with the scripts, with
// slashes.
func (a API) Settings(scripts string) []SettingsFile {
	return []SettingsFile{
		{DefinitionsFile, a.LuaLS()},
		{pluginFile, strings.ReplaceAll(pluginText, "SCRIPTS", strconv.Quote("/"+scripts+"/"))},
		{".luarc.json", luarc(scripts)},
		{".emmyrc.json", emmyrc(scripts)},
		{".luacheckrc", a.luacheckrc()},
		{"selene.toml", "# Settings for selene. Unused parameters are left out: the hooks of a behavior have theirs by position.\nstd = \"bough\"\n\n[lints]\nunused_variable = \"allow\"\n"},
		{"bough.yml", a.seleneStd()},
	}
}

// hidden are libraries that the Lua language server knows and scripts do not have.
var hidden = []string{"bit", "bit32", "debug", "ffi", "io", "jit", "jit.profile", "jit.util", "os", "string.buffer", "table.clear", "table.new", "utf8"}

// luarc returns the settings for the Lua language server. It says nothing about unused parameters, since the hooks of a behavior
// have theirs by position, nothing about other functions in the table of a behavior, and takes a field that may be nil as one
// that has a value: all fields of an agent may be nil.
func luarc(scripts string) string {
	builtin := map[string]string{}
	for _, name := range hidden {
		builtin[name] = "disable"
	}
	return indented(map[string]any{
		"$schema":                   "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
		"runtime.version":           "Lua 5.1",
		"runtime.path":              []string{scripts + "/?.lua", scripts + "/lib/?.lua"},
		"runtime.pathStrict":        true,
		"runtime.unicodeName":       true,
		"runtime.plugin":            pluginFile,
		"runtime.builtin":           builtin,
		"workspace.library":         []string{definitionsDir},
		"workspace.checkThirdParty": false,
		"type.weakNilCheck":         true,
		"diagnostics.disable":       []string{"inject-field", "need-check-nil", "unused-local"},
	})
}

// emmyrc returns the settings for EmmyLua.
func emmyrc(scripts string) string {
	return indented(map[string]any{
		"runtime":     map[string]any{"version": "Lua5.1", "requirePattern": []string{scripts + "/?.lua", scripts + "/lib/?.lua"}},
		"workspace":   map[string]any{"library": []string{definitionsDir}},
		"diagnostics": map[string]any{"disable": []string{"need-check-nil", "unused"}},
	})
}

func indented(v any) string {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err) // maps of texts have JSON
	}
	return string(text) + "\n"
}

// callable returns the groups that are tables or functions of scripts.
func (a API) callable() []Group {
	return slices.DeleteFunc(slices.Clone(a.Groups), func(g Group) bool {
		return g.Handle || slices.Contains([]string{Hooks, Fields, agentGroup, stimulusGroup, requestGroup, boardGroup}, g.Name)
	})
}

// luacheckrc returns the settings for luacheck.
func (a API) luacheckrc() string {
	var b strings.Builder
	b.WriteString("-- Settings for luacheck: what scripts of Bough may read. Nothing global may be written.\n")
	b.WriteString("std = \"bough\"\nmax_line_length = false\nexclude_files = { \".bough\" }\n")
	b.WriteString("ignore = { \"212\" } -- unused parameters: the hooks of a behavior have theirs by position\n")
	b.WriteString("stds.bough = {\n  read_globals = {\n")
	for _, g := range a.callable() {
		if g.Name == Lua {
			for _, e := range g.Entries {
				fmt.Fprintf(&b, "    %q,\n", e.Name)
			}
			continue
		}
		fmt.Fprintf(&b, "    %s = {\n      fields = {\n", g.Name)
		for _, e := range g.Entries {
			fmt.Fprintf(&b, "        %q,\n", strings.TrimPrefix(e.Name, g.Name+"."))
		}
		b.WriteString("      },\n    },\n")
	}
	b.WriteString("  },\n}\n")
	return b.String()
}

// seleneTypes are the types of parameters that selene knows.
var seleneTypes = map[string]string{"number": "number", "seconds": "number", "string": "string", "boolean": "bool", "table": "table", "function": "function"}

// seleneStd returns the standard library of scripts for selene.
func (a API) seleneStd() string {
	var b strings.Builder
	b.WriteString("---\n# What scripts of Bough may read, for selene.\nname: bough\nlua_versions:\n  - lua51\nglobals:\n")
	for _, g := range a.callable() {
		for _, e := range g.Entries {
			fmt.Fprintf(&b, "  %s:\n", e.Name)
			if !e.Function {
				b.WriteString("    property: read-only\n")
				continue
			}
			if len(e.Params) == 0 {
				b.WriteString("    args: []\n")
				continue
			}
			b.WriteString("    args:\n")
			for _, p := range e.Params {
				typ := seleneTypes[p.Type]
				if typ == "" {
					typ = "any"
				}
				if p.Name == "..." {
					typ = `"..."`
				}
				fmt.Fprintf(&b, "      - type: %s\n", typ)
				if p.Optional || p.Name == "..." {
					b.WriteString("        required: false\n")
				}
			}
		}
	}
	return b.String()
}

// pluginText is a plugin for the Lua language server. It gives the table that a script returns the type of its behavior, so that
// the parameters of the hooks have types without a word in the script.
const pluginText = `-- A plugin for the Lua language server: it reads the table of a behavior as if the line "---@type NAME.Behavior" were above
-- "return {", or above the local variable that the file returns. So agent and params have types in all hooks. A script with such a line is left alone.
---@diagnostic disable: undefined-global, lowercase-global
local known = {}
local here = debug.getinfo(1, "S").source:match("^@(.*)[/\\]")
local file = here and io.open(here .. "/definitions.lua")
if file then
  for name in file:read("*a"):gmatch("%-%-%-@class (%S+)%.Behavior:") do
    known[name] = true
  end
  file:close()
end

-- nameOf returns the path of a script below the last folder of scripts in its address, without its extension.
local function nameOf(uri)
  uri = uri:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end)
  local from, last = 1, nil
  repeat
    local _, at = uri:find(SCRIPTS, from, true)
    from, last = at, at or last
  until not at
  return last and uri:sub(last + 1):match("^(.+)%.lua$")
end

function OnSetText(uri, text)
  local name = nameOf(uri)
  if not name or ("/" .. name):find("/lib/") or name:find("_test$") or text:find("%-%-%-@type [^\n]*Behavior") then
    return nil
  end
  name = name:gsub("/", ".")
  local variable = text:match("\nreturn%s+([%w_]+)%s*$")
  local at = text:match("^()return%s*{") or text:match("\n()return%s*{")
  if variable then
    local from = "()local%s+" .. variable .. "%s*=%s*{"
    at = text:match("^" .. from) or text:match("\n" .. from)
  end
  if not at then
    return nil
  end
  local class = known[name] and name .. ".Behavior" or "bough.Behavior"
  return { { start = at, finish = at - 1, text = "---@type " .. class .. "\n" } }
end
`
