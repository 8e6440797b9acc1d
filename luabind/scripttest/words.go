package scripttest

import (
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/lint"
)

// wordHelper is the name of the word that makes a function the stand-in for a helper.
const wordHelper = "helper"

// word is an entry in the list of words.
type word struct {
	name, usage string
	least, most int
	does        func(*play, args) (value.Value, error)
}

// list holds all words. Messages and docs/testing.md use the same order.
var list = []word{
	{"spawn", `t.spawn("troll", { hp = 100 })`, 1, 2, (*play).spawn},
	{"despawn", "t.despawn(troll)", 1, 1, (*play).despawn},
	{"switch", `t.switch(troll, "guard")`, 2, 2, (*play).switchTree},
	{"abort", `t.abort(troll, "flee")`, 2, 2, (*play).abort},
	{"reset", "t.reset(troll)", 1, 1, (*play).reset},
	{"tick", "t.tick() or t.tick(3)", 0, 1, (*play).tick},
	{"wait", "t.wait(1.5), in seconds", 1, 1, (*play).wait},
	{"wait_until", "t.wait_until(function() return troll.hp > 50 end, 10), with the seconds after which it fails", 2, 2, (*play).waitUntil},
	{"step", "t.step(0.05), in seconds", 1, 1, (*play).setStep},
	{"post", `t.post(troll, "noise", { loud = 3 }, 2), with data and seconds to live if you like`, 2, 4, (*play).post},
	{"impose", `t.impose(troll, "stumble", { channel = "legs", priority = 5, data = {} })`, 2, 3, (*play).impose},
	{"finish", `t.finish(troll, "legs"), with the channel`, 2, 2, (*play).finish},
	{"board", `t.board("village")`, 1, 1, (*play).board},
	{"handle", `t.handle("orc")`, 1, 1, (*play).handle},
	{wordHelper, `t.helper("field.sight", function(id, range) return nil end)`, 2, 2, (*play).helper},

	{"active", `t.active(troll, "flee")`, 2, 2, (*play).active},
	{"ready", `t.ready(troll, "flee")`, 2, 2, (*play).ready},
	{"doing", "t.doing(troll)", 1, 1, (*play).doing},
	{"ran", `t.ran(troll, "flee") or t.ran(troll, "flee", 3), with the number of last ticks`, 2, 3, (*play).ran},
	{"ran_ago", `t.ran_ago(troll, "flee", 3), with how many ticks ago`, 3, 3, (*play).ranAgo},
	{"since", `t.since(troll, "flee")`, 2, 2, (*play).since},
	{"status", "t.status(troll)", 1, 1, (*play).status},
	{"request", `t.request(troll, "legs"), with the channel`, 2, 2, (*play).request},
	{"stimuli", "t.stimuli(troll)", 1, 1, (*play).stimuli},
	{"events", "t.events(troll)", 1, 1, (*play).listEvents},
	{"log", "t.log(troll)", 1, 1, (*play).log},
	{"time", "t.time()", 0, 0, (*play).time},
	{"why", `print(t.why(troll, "flee"))`, 1, 2, (*play).why},

	{"expect", `t.expect(troll.hp > 0, "it lives")`, 1, 2, (*play).expect},
	{"equal", `t.equal(troll.hp, 100)`, 2, 3, (*play).equal},
	{"near", `t.near(troll.x, 3, 0.1), with how far off it may be`, 2, 3, (*play).near},
	{"expect_active", `t.expect_active(troll, "flee")`, 2, 2, (*play).expectActive},
	{"expect_not_active", `t.expect_not_active(troll, "flee")`, 2, 2, (*play).expectNotActive},
	{"expect_ran", `t.expect_ran(troll, "strike")`, 2, 2, (*play).expectRan},
	{"expect_not_ran", `t.expect_not_ran(troll, "strike")`, 2, 2, (*play).expectNotRan},
	{"expect_request", `t.expect_request(troll, "hands", "attack", { target = 7 })`, 3, 4, (*play).expectRequest},
	{"expect_log", `t.expect_log(troll, "help!")`, 2, 2, (*play).expectLog},
	{"expect_error", `t.expect_error("cannot calculate"), before the tick that raises it`, 1, 1, (*play).expectError},
	{"fail", `t.fail("this is not reached")`, 1, 1, (*play).fail},
}

// Word describes a function that tests can call, for documentation.
type Word struct {
	Name  string // name without t.
	Usage string // form of a call
}

// Words returns all words, in the order of docs/testing.md.
func Words() []Word {
	out := make([]Word, len(list))
	for i, w := range list {
		out[i] = Word{w.name, w.usage}
	}
	return out
}

// lintWord returns the part of a word that checks of a test file need.
func (w *word) lintWord() lint.Word {
	return lint.Word{Name: w.name, Usage: w.usage, Least: w.least, Most: w.most}
}

func lintWords() (words []lint.Word) {
	for i := range list {
		words = append(words, list[i].lintWord())
	}
	return words
}

func wordNames() []string {
	names := make([]string, len(list))
	for i, w := range list {
		names[i] = w.name
	}
	return names
}
