package build_test

import (
	"path"
	"testing"
	"time"

	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
	. "github.com/bough-dev/bough/trees/build"
)

// owlCat holds the examples of OwlCat's article. The article's builder opens and closes levels, whereas this
// package nests calls.
var owlCat = map[string][]*Definition{
	"ok_its_my_time": {
		Tree("ok_its_my_time").Doc("One tick says the sentence three times.").Of(
			Repeat(3).Of(
				Sequence().Of(
					Log("Ok,"),
					Log("It's"),
					Log("My time"),
				),
			),
		),
	},
	"woodcutter": {
		Tree("woodcutter").Doc("Takes the saw whenever it works, in mid-swing too.").Of(
			ReactiveFallback().Of(
				Do("chainsaw").When("saw_works"),
				Do("axe"),
			),
		),
		Tree("stubborn_woodcutter").Doc("Goes on with the tool that was taken.").Of(
			Fallback().Of(
				Do("chainsaw").When("saw_works"),
				Do("axe"),
			),
		),
	},
	"burst": {
		Tree("burst").Doc("Three shots in one tick. A shot that fails ends the burst.").Of(
			Repeat(3).Of(
				Do("shot"),
			),
		),
		Tree("slow_burst").Doc("Three shots, and a pause after each: the burst waits for it.").Of(
			Repeat(3).Of(
				Sequence().Of(
					Do("shot"),
					Wait(200*time.Millisecond),
				),
			),
		),
	},
	"inverter": {
		Tree("camper").Doc("Rests only if there is no enemy: a test, and the same test inverted.").Of(
			ReactiveFallback().Of(
				Sequence().Of(
					Invert().Of(
						Condition("enemy_exists"),
					),
					Do("rest"),
				),
				Do("hide"),
			),
		),
		Tree("scout").Doc("Its test takes two ticks. Meanwhile the inverter is Running, too.").Of(
			Sequence().Of(
				Invert().Of(
					Do("search"),
				),
				Do("rest"),
			),
		),
	},
	"filter_and_monitor": {
		Tree("filtering").Doc("Asks once, at the beginning. A shot that has begun is fired.").Of(
			Filter().Of(
				Condition("target_seen"),
				Do("aimed_shot"),
			),
		),
		Tree("monitoring").Doc("Asks in every tick. Without a target the shot is dropped.").Of(
			Monitor().Of(
				Condition("target_seen"),
				Do("aimed_shot"),
			),
		),
	},
	"monsters": {
		Tree("monster").Doc("Punches a visible player in range. Decides from the root in every tick.").Of(
			ReactiveFallback().Of(
				ReactiveSequence().ID("try_attack").Of(
					Condition("player_seen"),
					Condition("in_range"),
					Do("punch"),
				),
				Idle(),
			),
		),
		Tree("timid_one").Doc("Sees the player and runs for shelter.").Of(
			ReactiveFallback().Of(
				ReactiveSequence().ID("flight").Of(
					Condition("player_seen"),
					Do("move_to_shelter"),
				),
				Idle(),
			),
		),
		Tree("shooter").Doc("Fires at the place where it last saw the player.").Of(
			ReactiveFallback().Of(
				ReactiveSequence().ID("fire").Of(
					Do("recall"),
					Do("fire_there"),
				),
				Idle(),
			),
		),
	},
}

// tsiu holds the demos of TsiU, and the steps in which TsiU converts a state machine to a tree.
var tsiu = map[string][]*Definition{
	"demo_move": {
		Tree("mover").Doc("Goes to its target. There it stands, and takes a new color now and then.").Of(
			Priority().Of(
				Do("move_to").When("not reached"),
				Do("stand"),
			),
		),
	},
	"demo_breathe": {
		Tree("mover").Doc("Breathes on its way to the target.").Of(
			Priority().Of(
				Parallel().With("success", "one").With("failure", "one").With("unready", "refuse").When("not reached").Of(
					Do("move_to"),
					Do("breathe"),
				),
				Do("stand"),
			),
		),
	},
	"demo_turn": {
		Tree("mover").Doc("Turns to its target, then goes there, and breathes all the time.").Of(
			Priority().Of(
				Parallel().With("success", "one").With("failure", "one").With("unready", "refuse").When("not reached").Of(
					Sequence().Of(
						Do("turn_to"),
						Do("move_to").When("has_faced"),
					),
					Do("breathe"),
				),
				Do("stand"),
			),
		),
	},
	"machines": {
		Tree("any_state").Doc("A fault, wherever it is seen, leads to repair.").Of(
			Priority().Of(
				Do("repair").When("fault ~= nil"),
				Do("mill").When("corn > 0"),
				Do("oil"),
			),
		),
		Tree("goals_by_sequence").Doc("The next state is the next child.").Of(
			Priority().Of(
				Sequence().When("on_duty").Of(
					Do("patrol"),
					Do("hunt"),
				),
				Sequence().Of(
					Do("doze"),
					Do("flee"),
				),
			),
		),
		Tree("goals_by_history").Doc("The next state asks which node ran in the last tick.").Of(
			Priority().Of(
				Do("hunt").When(`alarm and (ran("patrol") or ran("hunt"))`),
				Do("flee").When(`alarm and (ran("doze") or ran("flee"))`),
				Do("patrol").When("on_duty"),
				Do("doze"),
			),
		),
		Tree("ways_by_reason").Doc("A state records why it ends; the next state reads the reason.").Of(
			Sequence().Of(
				Do("explore"),
				Sticky().Of(
					wayOut("eat", "hungry"),
					wayOut("sleep", "tired"),
					wayOut("greet", "a friend"),
				),
			),
		),
		Tree("ways_by_history").Doc("The next state has its own condition, and asks which node ran in the last tick.").Of(
			Priority().Of(
				afterExplore("eat", "hungry"),
				afterExplore("sleep", "tired"),
				afterExplore("greet", "friend"),
				Do("explore"),
			),
		),
		Tree("ring").Doc("Looks left for a second, right for a second, and so on.").Of(
			DynamicPriority().Of(
				Do("look_left").When(`not active("look_right") or since("look_right") >= 1`),
				Do("look_right").When(`not active("look_left") or since("look_left") >= 1`),
			),
		),
	},
	"miner": {
		Tree("miner").Doc("Digs until its pockets are full, rests when it is tired, drinks when it is thirsty.").Of(
			Priority().Of(
				Do("visit_bank").When(`pockets_full or active("visit_bank") and gold > 0`),
				Do("go_home").When(`fatigue >= 8 or active("go_home") and fatigue > 0`),
				Do("quench").When("thirst >= 5"),
				Do("dig"),
			),
		),
	},
	"level_of_detail": {
		Tree("by_lists").Doc("Near: the full list. Farther away: a shorter list. Far away: nothing.").Of(
			Priority().Of(
				Include("near").When("distance < 10"),
				Include("middle").When("distance < 50"),
				Do("stand_by"),
			),
		),
		Tree("near").Of(Priority().Of(answers("attack", "defend", "pursue", "cover", "surround")...)),
		Tree("middle").Of(Priority().Of(answers("pursue", "surround")...)),
		Tree("by_clocks").Doc("Near: decides every 0.1 s. Farther away: every second. Far away: every 5 s.").Of(
			Priority().Of(
				Interval(100*time.Millisecond).When("distance < 10").Of(
					Include("near"),
				),
				Interval(time.Second).When("distance < 50").Of(
					Include("near"),
				),
				Interval(5*time.Second).Of(
					Include("near"),
				),
			),
		),
	},
	"requests": {
		Tree("by_priority").Doc("The player requests actions; the highest priority wins.").Of(
			Priority().Of(
				Request("super_move").With("channel", "body").With("priority", 7).When("ball"),
				Request("run").With("channel", "body").With("priority", 1),
			),
		),
		Tree("by_flags").Doc("Flags say what happens to the player; their branches come first.").Of(
			Priority().Of(
				Do("die").When("shot"),
				Do("trip").When("tripped and not super"),
				Do("super_move").When("super"),
				Do("run_on"),
			),
		),
	},
	"animation": {
		Tree("footballer").Doc("One layer requests actions; the other layer plays clips for the requests in force.").Of(
			Parallel().Of(
				Do("advance"),
				Do("want").Of(
					wants("shoot", 2).When("ball_near and at_goal"),
					wants("trap", 1).When("ball_near"),
					Request("run").With("channel", "body"),
				),
				Do("choose").Of(
					Sequence().ID("tumble").When(`in_force("body") == "tackle"`).Of(
						Do("play", "fall").With("cuts_in", true),
						Do("selector").Of(
							Do("play", "get_up_forward").When(`lies_on == "front"`),
							Do("play", "get_up_backward").When(`lies_on == "back"`),
						),
					),
					Do("play", "shoot").When(`in_force("body") == "shoot"`),
					Do("play", "trap").When(`in_force("body") == "trap"`),
					Do("play", "run"),
				),
			),
		),
	},
	"eat_and_drink": {
		Tree("eat_and_drink").Doc("Both at once; the meal ends when both have ended.").Of(
			Parallel().Of(
				Repeat(3).Of(Do("eat")),
				Repeat(2).Of(Do("drink")),
			),
		),
	},
}

// wants returns a part that several trees have in common. Such functions are the advantage of a builder.
func wants(kind string, priority int) *Node {
	return Request(kind).With("channel", "body").With("priority", priority)
}

func wayOut(name, reason string) *Node { return Do(name).When(`why == "` + reason + `"`) }

func afterExplore(name, need string) *Node {
	return Do(name).When(need + ` and (ran("explore") or ran("` + name + `"))`)
}

func answers(names ...string) (list []*Node) {
	when := map[string]string{
		"attack": "reach", "defend": "struck", "pursue": "enemy_runs", "cover": "shot_at", "surround": "enemy",
	}
	for _, name := range names {
		list = append(list, Do(name).When(when[name]))
	}
	return append(list, Do("stand_by"))
}

// TestGallery compares the trees that were built with the trees of the gallery, which other tests play.
func TestGallery(t *testing.T) {
	for _, gallery := range []map[string][]*Definition{owlCat, tsiu} {
		for name, list := range gallery {
			t.Run(name, func(t *testing.T) { compare(t, path.Join("gallery", name, name+".bt"), list) })
		}
	}
}

func compare(t *testing.T, path string, list []*Definition) {
	text, err := testdata.Samples().ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, problems := trees.Parse(path, text)
	if len(problems) > 0 || len(want.Trees) != len(list) {
		t.Fatalf("%d trees, want %d; %v", len(list), len(want.Trees), problems)
	}
	for i, d := range list {
		got, err := d.Build()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := canonical(got), canonical(want.Trees[i]); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// canonical formats a tree without its positions.
func canonical(tree *trees.Tree) string {
	f := trees.NewFile("", nil)
	f.Trees = []*trees.Tree{tree}
	return string(trees.Format(f))
}
