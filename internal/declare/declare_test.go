package declare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/value"
)

func reserved(name string) bool { return name == "id" }

// TestParse reads lines, and compares them with what they declare, or with the mistake and its column.
func TestParse(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"hp: hit points left", "field hp: hit points left"},
		{"hp", "field hp"},
		{"hp number 0..100 = 100: hit points left", "field hp number 0..100 = 100: hit points left"},
		{"x number m: where it stands", "field x number m: where it stands"},
		{"speed number 0.. m/s = 4: pace", "field speed number 0.. m/s = 4: pace"},
		{"cold number ..10 °C", "field cold number ..10 °C"},
		{"share number 0..1 % = .5", "field share number 0..1 % = 0.5"},
		{"depth number -10..-1.5", "field depth number -10..-1.5"},
		{"title text = \"a: b\": what it is called", "field title text = \"a: b\": what it is called"},
		{"hidden boolean = false: it keeps still", "field hidden boolean = false: it keeps still"},
		{`mood "calm"|'grim' | "wild" = "calm": how it feels`, `field mood "calm" | "grim" | "wild" = "calm": how it feels`},
		{"target agent: whom it attacks", "field target agent: whom it attacks"},
		{"home point = { x = 1, y = 2 }: where it lives", "field home point = {x=1, y=2}: where it lives"},
		{"bag { gold number 0.., purse { keys number } }: x", "field bag { gold number 0.., purse { keys number } }: x"},
		{"bag { gold, keys number }", "field bag { gold, keys number }"},
		{"route list of point", "field route list of point"},
		{"days list of \"mon\" | \"tue\" = {\"mon\"}", `field days list of "mon" | "tue" = {"mon"}`},
		{"cart handle game.Wagon: what it pulls", "field cart handle game.Wagon: what it pulls"},
		{"data table: anything", "field data table: anything"},
		{"stimulus noise: a sound", "stimulus noise: a sound"},
		{"stimulus near miss: a sound", "stimulus near miss: a sound"},
		{"stimulus noise { by agent, x number m, y number m }: a sound", "stimulus noise { by agent, x number m, y number m }: a sound"},
		{"request strike { target agent } on arm: hits", "request strike { target agent } on arm: hits"},
		{"request strike", "request strike"},
		{"request: what it wants", "field request: what it wants"},
		{"request number: what it wants", "field request number: what it wants"},
		{"board text = \"x\"", "field board text = \"x\""},
		{"board tavern.guard agent: who watches", "board tavern.guard agent: who watches"},
		{"board *.alarm number", "board *.alarm number"},
		{"board tavern.guard: who watches", "board tavern.guard: who watches"},

		{`mood "calm", "tired", "wild" = "calm": how`, `12 "," cannot stand here: write mood "calm" | "tired" | "wild" = "calm"`},
		{`mood "calm" | "tired" / "wild"`, `23 "/" cannot stand here: write mood "calm" | "tired" | "wild"`},
		{`mood "calm" or "wild": how`, `13 "or" cannot stand here: write mood "calm" | "wild"`},
		{`mood enum "calm", "wild" = "calm": how`, `6 "enum" cannot stand here: write mood "calm" | "wild" = "calm"`},
		{`mood one of calm, wild or grim: how`, `6 "one" cannot stand here: write mood "calm" | "wild" | "grim"`},
		{`mood enum(calm, wild): how`, `6 "enum(calm," cannot stand here: write mood "calm" | "wild"`},
		{`mood { "calm", "wild" } = "calm": how`, `6 "{" cannot stand here: write mood "calm" | "wild" = "calm"`},
		{`mood calm | grim: how`, `6 there is no type calm: write mood "calm" | "grim"`},
		{`mood calm|grim|wild`, `6 there is no type calm: write mood "calm" | "grim" | "wild"`},
		{`mood calm | grim = calm: how`, `6 there is no type calm: write mood "calm" | "grim" = "calm"`},
		{`mood "calm" | grim | "wild" = "calm": how`, `15 there is no type grim: write mood "calm" | "grim" | "wild" = "calm"`},
		{`mood calm, grim: how`, `6 there is no type calm: write mood "calm" | "grim"`},
		{`mood calm or grim`, `6 there is no type calm: write mood "calm" | "grim"`},
		{`bag { kind nut | bolt, gold number }`, `12 there is no type nut: write bag { kind "nut" | "bolt", gold number }`},
		{`bag { kind nubmer, gold number }`, `12 there is no type nubmer: did you mean number?`},
		{`hp number | nil: how`, `11 "| nil" cannot stand here: delete it, since any value may be nil`},
		{`hp number? = 3: how`, `10 "?" cannot stand here: delete it, since any value may be nil`},
		{`hp text or nil`, `9 "or nil" cannot stand here: delete it, since any value may be nil`},
		{`mood "calm" | "grim" | nil: how`, `22 "| nil" cannot stand here: delete it, since any value may be nil`},
		{`bag { gold number? }`, `18 "?" cannot stand here: delete it, since any value may be nil`},
		{`route number[]: how`, `13 "[]" cannot stand here: write list of number`},
		{`bag { routes text[] }`, `18 "[]" cannot stand here: write list of text`},
		{`hp number 0..100 = 100 -- what is left`, `24 "--" cannot stand here: write hp number 0..100 = 100: what is left`},
		{`hp number // what is left`, `11 "//" cannot stand here: write hp number: what is left`},
		{`stimulus "bell" { by text }: it rings`, `10 "bell" cannot stand here: write stimulus bell { by text }`},
		{`request shout: { words text } on mouth`, `16 the type of request shout is declared before the colon, and its meaning after it: write request shout { words text } on mouth: what it is`},
		{`mood text "calm" | "grim" = "calm": how`, `11 "calm" cannot stand here: write mood "calm" | "grim" = "calm"`},
		{`x number = zero: where`, `12 the default is zero: give a number`},
		{`home number m = 0 its berth or nest`, `19 a colon is missing before the description: write home number m = 0: its berth or nest`},
		{`home number its berth or nest`, `13 a colon is missing before the description: write home number: its berth or nest`},
		{`home number m its berth`, `15 a colon is missing before the description: write home number m: its berth`},
		{`home number 0..10 m/s its speed`, `23 a colon is missing before the description: write home number 0..10 m/s: its speed`},
		{`flying boolean = false it is in the air`, `24 a colon is missing before the description: write flying boolean = false: it is in the air`},
		{`mood "calm" | "wild" = "calm" how it feels`, `31 a colon is missing before the description: write mood "calm" | "wild" = "calm": how it feels`},
		{`bag { gold number } what it has`, `21 a colon is missing before the description: write bag { gold number }: what it has`},
		{`stimulus horn { x number } a ship horn`, `28 a colon is missing before the description: write stimulus horn { x number }: a ship horn`},
		{`request say on voice call it`, `22 a colon is missing before the description: write request say on voice: call it`},
		{`board harbor.queue list of number boats that wait`, `35 a colon is missing before the description: write board harbor.queue list of number: boats that wait`},
		{`home number its berth: or nest`, `17 "berth" cannot stand here: the form is home number 0..100 m = 10: what it is`},
		{`// hp`, `1 "//" does not begin a comment here: write #`},
		{"hp: number 0..100 = 100, what is left", "5 the type of hp is declared before the colon, and its meaning after it: write hp number 0..100 = 100: what it is"},
		{"mood enum: how", "6 there is no type enum: " + types},
		{"hp: number 0..100 = 100", "5 the type of hp is declared before the colon, and its meaning after it: write hp number 0..100 = 100: what it is"},
		{"hp: number 0..100 = 100 what is left", "5 the type of hp is declared before the colon, and its meaning after it: write hp number 0..100 = 100: what it is"},
		{"number hp 0..100: x", "1 the line declares no field, stimulus, request or entry of a board: write hp number 0..100"},
		{"hp number default 100: x", `11 "default" cannot stand here: write hp number = 100`},
		{"lamp boolean = yes: x", "16 the default is yes: write true"},
		{"home point = (1, 2): x", "14 the default is (1, 2): write { x = 1, y = 2 }"},
		{"bag { gold: number, keys: number }: x", `11 ":" cannot stand here: write { gold number, keys number }`},
		{"bag { number gold, number keys }: x", `7 "number" cannot stand here: write { gold number, keys number }`},
		{"stimulus fall x number, size number: x", `14 "x number, size number" cannot stand here: write stimulus fall { x number, size number }`},
		{"stimulus fall(x, size): x", `14 "(x, size)" cannot stand here: write stimulus fall { x, size }`},
		{"event fall { x number }: x", "1 the line declares no field, stimulus, request or entry of a board: did you mean stimulus fall { x number }?"},
		{"board mine quota: x", `7 "mine quota" cannot stand here: write board mine.quota`},
		{"request swing on hands { power number }: x", `24 "{" cannot stand here: write request swing { power number } on hands`},
		{"hp number 0-100 = 100: x", `11 a range is written with two dots: write 0..100`},
		{"hp number -5 to 5.5: x", `11 a range is written with two dots: write -5..5.5`},
		{"hp number 0...100: x", `11 a range is written with two dots: write 0..100`},
		{"hp number [0, 100] m: x", `11 a range is written with two dots: write 0..100`},
		{"hp nubmer: x", "4 there is no type nubmer: did you mean number?"},
		{"hp int: x", "4 there is no type int: did you mean number?"},
		{"hp float = 3", "4 there is no type float: did you mean number?"},
		{"hp string: x", "4 there is no type string: did you mean text?"},
		{"hp bool: x", "4 there is no type bool: did you mean boolean?"},
		{"hp vector: x", "4 there is no type vector: did you mean point?"},
		{"bag { gold nubmer }", "12 there is no type nubmer: did you mean number?"},
		{"hp: number", "5 the type of hp is declared before the colon, and its meaning after it: write hp number: what it is"},
		{"hp number 0..100 100: x", `18 "100" cannot stand here: the form is hp number 0..100 m = 10: what it is`},
		{"hp number m 0..100: x", "13 the range stands before the unit: write 0..100 m"},
		{"hp number 100..0: x", "11 no number is in this range: write 0..100"},
		{"hp number ..: x", `11 ".." cannot stand here: the form is hp number 0..100: what it is`},
		{"hp number 0..100 = 200: x", "20 the default of hp is 200, but its type is number 0..100: give a number from 0 to 100, or declare another range"},
		{"mood \"calm\" | \"grim\" = calm", "24 the default is calm: write \"calm\""},
		{"mood \"calm\" | \"grim\" = \"clam\"", "24 the default of mood is \"clam\", but its type is \"calm\" | \"grim\": did you mean \"calm\"?"},
		{"mood \"calm\" | \"calm\"", "15 the type has \"calm\" twice: delete one of them"},
		{"mood \"calm", `6 "\"calm" cannot stand here: the form is mood "calm" | "grim": what it is`},
		{"home point = { x = 1 }", "14 the default of home is {x=1}, but its type is point: give a table, such as {x=1, y=2}"},
		{"bag { gold number, gold text }", "20 the type has gold twice: delete one of them"},
		{"bag { gold", `11 the end of the line cannot stand here: the form is bag { gold number, keys number }: what it is`},
		{"route list of", "14 a type is missing before the end of the line: " + types},
		{"bag { gold number", `18 the end of the line cannot stand here: the form is bag { gold number, keys number }: what it is`},
		{"cart handle: x", `12 ":" cannot stand here: the form is cart handle Wagon: what it is`},
		{"route list point", "7 list without of cannot stand here: the form is route list of point: what it is"},
		{"hp hit points", "1 the line declares no field, stimulus, request or entry of a board: write hp: and what it means after the colon"},
		{"hp hit points: x", "4 there is no type hit: " + types},
		{"speed = 3", "7 speed has a default and no type: write speed number = 3"},
		{"stimulos noise: x", "1 the line declares no field, stimulus, request or entry of a board: did you mean stimulus noise?"},
		{"requst strike { target agent }: x", "1 the line declares no field, stimulus, request or entry of a board: did you mean request strike { target agent }?"},
		{"bord tavern.guard agent", "1 the line declares no field, stimulus, request or entry of a board: did you mean board tavern.guard agent?"},
		{"board tavern: x", `7 "tavern" cannot stand here: the form is board tavern.guard agent: what it is`},
		{"request strike on: x", `18 ":" cannot stand here: the form is request strike { target agent } on arm: what it does`},
		{"id number: x", "1 agent.id is set by the engine and cannot be written: give the field another name"},
		{"max-hp: x", "1 the line declares no field, stimulus, request or entry of a board: a name has only letters, digits and _: write max_hp"},
	} {
		f := Parse("agent.fields", []byte("# "+c.line+"\n\n  "+c.line+"\r\n"), reserved)
		if len(f.Lines()) != 1 || f.Lines()[0].Line != 3 {
			t.Fatalf("%s: %v", c.line, f.Lines())
		}
		if got := show(&f.Lines()[0]); got != c.want {
			t.Errorf("%s\n got: %s\nwant: %s", c.line, got, c.want)
		}
	}
}

// TestDefaultOfMalformedLine reads the defaults of lines with a mistake.
func TestDefaultOfMalformedLine(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"hp number 0-100 = 100: hit points", "100"},
		{"hp nubmer = 3: a = 4", "3"},
		{`mood "calm", "wild" = "calm": how`, `"calm"`},
		{`mood "calm" | "wild" = calm: how`, `"calm"`},
		{`mood calm | wild = wild: how`, `"wild"`},
		{`mood "a=b", "c:d" = 'c:d': how`, `"c:d"`},
		{"hp = 3: x", "3"},
		{"bag { gold nubmer } = { gold = 1 }", "{gold=1}"},
		{"hp number = 100 hit points", "100"},
		{"hidden boolean = False: x", "nil"},
		{"hp nubmer: it = 3", "nil"},
		{"hp nubmer", "nil"},
		{"hp nubmer =", "nil"},
	} {
		f := Parse("agent.fields", []byte(c.line), reserved)
		got := value.Value{}
		if all := f.Defaults(); len(all) > 0 {
			got = all[0].Default
		}
		if !f.Lines()[0].Malformed() || got.String() != c.want || f.Field(f.Lines()[0].Name) != nil {
			t.Errorf("%s: %v, want %s", c.line, got, c.want)
		}
	}
}

const types = `the types are number, text, boolean, agent, point, table, list of TYPE, handle NAME, { NAME TYPE, ... } and texts such as "calm" | "grim"`

// show writes a declaration as the file has it.
func show(d *Declaration) string {
	if d.Malformed() {
		return fmt.Sprint(d.Col-2, " ", d.Wrong.Error()) // the lines are indented by two
	}
	text := [...]string{"field", "stimulus", "request", "board"}[d.What] + " "
	if d.Board != "" {
		text += d.Board + "."
	}
	text += d.Name
	if d.Type != nil {
		text += " " + d.Type.String()
	}
	if d.Channel != "" {
		text += " on " + d.Channel
	}
	if !d.Default.IsNil() {
		text += " = " + d.Default.String()
	}
	if d.Means != "" {
		text += ": " + d.Means
	}
	return text
}

type game struct{}

// TestCheck compares values with types.
func TestCheck(t *testing.T) {
	text, n := value.String, value.Number
	table := func(entries ...value.Entry) value.Value { return value.Other(&value.Table{Entries: entries}) }
	at := func(key string, v value.Value) value.Entry { return value.Entry{Key: text(key), Value: v} }
	f := Parse("agent.fields", []byte(`hp number 0..100
mood "calm" | "grim"
home point
bag { gold number, keys list of text }
target agent
cart handle game
hidden boolean
title text
any table
free: whatever
`), reserved)
	for _, c := range []struct {
		field string
		v     value.Value
		want  string
	}{
		{"hp", n(0), ""},
		{"hp", value.Value{}, ""},
		{"hp", text("30"), `hp gets "30", but agent.fields:1 declares it as number 0..100: write 30 without quotes`},
		{"hp", text("full"), `hp gets "full", but agent.fields:1 declares it as number 0..100: give a number from 0 to 100`},
		{"hp", n(101), "hp gets 101, but agent.fields:1 declares it as number 0..100: give a number from 0 to 100, or declare another range"},
		{"mood", text("grim"), ""},
		{"mood", text("grmi"), `mood gets "grmi", but agent.fields:2 declares it as "calm" | "grim": did you mean "grim"?`},
		{"mood", n(1), `mood gets 1, but agent.fields:2 declares it as "calm" | "grim": give "calm" or "grim"`},
		{"home", value.VectorOf(value.Vector{X: 1}), ""},
		{"home", table(at("x", n(1)), at("y", n(2))), ""},
		{"home", table(at("x", n(1))), "home gets {x=1}, but agent.fields:3 declares it as point: give a table, such as {x=1, y=2}"},
		{"home", table(at("x", n(1)), at("y", text("2"))), `home.y gets "2", but agent.fields:3 declares it as number: write 2 without quotes`},
		{"bag", table(at("glod", n(1))), "bag has no entry glod, as declared at agent.fields:4: did you mean gold?"},
		{"bag", table(at("keys", table(value.Entry{Key: n(1), Value: n(3)}))), "bag.keys[1] gets 3, but agent.fields:4 declares it as text: give a text in quotes"},
		{"bag", n(3), "bag gets 3, but agent.fields:4 declares it as { gold number, keys list of text }: give a table, such as {gold=1, keys={\"...\"}}"},
		{"target", n(1.5), "target gets 1.5, but agent.fields:5 declares it as agent: give the id of an agent, a whole number"},
		{"cart", value.Other(&game{}), ""},
		{"cart", value.Other(t), "cart gets a handle of T, but agent.fields:6 declares it as handle game: give a handle of game, which only the game has"},
		{"hidden", text("true"), `hidden gets "true", but agent.fields:7 declares it as boolean: write true without quotes`},
		{"title", n(3), "title gets 3, but agent.fields:8 declares it as text: give a text in quotes"},
		{"any", table(at("x", n(1))), ""},
		{"any", n(1), "any gets 1, but agent.fields:9 declares it as table: give a table"},
		{"free", n(1), ""},
		{"unknown", n(1), ""},
	} {
		got := ""
		if w := f.Refuse(c.field, c.v); w.Text != "" {
			got = w.Error()
		}
		if got != c.want {
			t.Errorf("%s = %s\n got: %s\nwant: %s", c.field, c.v, got, c.want)
		}
	}
}

// FuzzParse checks that Parse ends, and that what a type writes declares that type.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"hp number 0..100 m = 3: x", `mood "a" | 'b'`, "bag { a list of point, b { c handle D } } = {a={}}", "stimulus a {x number}", "request a on b", "board *.a text"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range Parse("agent.fields", []byte(text), reserved).Lines() {
			if d.Malformed() || d.Type == nil || d.What != Field {
				continue
			}
			again := Parse("agent.fields", []byte(d.Name+" "+d.Type.String()+": "+d.Means), reserved).Lines()
			if len(again) != 1 || again[0].Malformed() || again[0].Type.String() != d.Type.String() {
				t.Fatalf("%q declares %s, which is read as %v", d.Text, d.Type, again)
			}
		}
		if !strings.Contains(text, "\n") && len(Parse("", []byte(text), reserved).Lines()) > 1 {
			t.Fatal("two declarations in a line")
		}
	})
}
